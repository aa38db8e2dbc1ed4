-- A clip that a scene had before its present one is a take, as everywhere else.
alter table replaced_clips rename to takes;
drop index replaced_clips_by_age;
drop index replaced_clips_of_media;
create index takes_by_age on takes (replaced_at_ms);
create index takes_of_media on takes (sha256) where sha256 is not null;
