-- What a scene's present clip took the place of, and the trims that were cut for that: it can be brought back for thirty
-- days. Without a file the scene had no clip before.
create table replaced_clips (
  scene_id text primary key not null references scenes (id) on delete cascade,
  sha256 text references media (sha256) on delete cascade,
  clip_prompt_hash text,
  trim_start real,
  trim_end real,
  replaced_at_ms integer not null
) strict, without rowid;
create index replaced_clips_by_age on replaced_clips (replaced_at_ms);
create index replaced_clips_of_media on replaced_clips (sha256) where sha256 is not null;

-- The file that a job brought: what upstream knows under the job's names is that file, whichever its scene plays now.
alter table jobs add column clip_sha256 text;
