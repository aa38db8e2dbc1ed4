-- People's own material. The bytes are in the media store under the same hash. Each person has a row of their own, so that
-- what one has tells nothing of what others have.
create table own_files (
  user_id text not null references users (id) on delete cascade,
  sha256 text not null,
  kind text not null check (kind in ('clip', 'picture', 'sound')),
  name text not null,
  size_bytes integer not null,
  content_type text not null,
  facts text not null,
  created_at_ms integer not null,
  primary key (user_id, sha256)
) strict, without rowid;
create index own_files_by_blob on own_files (sha256);
create index own_files_by_time on own_files (user_id, created_at_ms, sha256);

-- What is on its way. `facts` are those that the browser told; null where it told none.
create table uploads (
  id text primary key not null,
  user_id text not null references users (id) on delete cascade,
  sha256 text not null,
  kind text not null check (kind in ('clip', 'picture', 'sound')),
  name text not null,
  size_bytes integer not null,
  facts text,
  created_at_ms integer not null,
  -- When something was sent of it last.
  touched_at_ms integer not null,
  unique (user_id, sha256)
) strict;
create index uploads_by_touch on uploads (touched_at_ms);

-- The parts that are there. Each is a file of the media store until the whole is put together.
create table upload_parts (
  upload_id text not null references uploads (id) on delete cascade,
  number integer not null,
  sha256 text not null,
  size_bytes integer not null,
  primary key (upload_id, number)
) strict, without rowid;
create index upload_parts_by_blob on upload_parts (sha256);

create trigger own_file_removed after delete on own_files
begin
  insert into dropped_files (sha256) values (old.sha256) on conflict do nothing;
end;
create trigger upload_part_removed after delete on upload_parts
begin
  insert into dropped_files (sha256) values (old.sha256) on conflict do nothing;
end;
create trigger upload_part_replaced after update of sha256 on upload_parts when new.sha256 is not old.sha256
begin
  insert into dropped_files (sha256) values (old.sha256) on conflict do nothing;
end;
