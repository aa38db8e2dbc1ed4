-- Movies that the server writes: what was asked for, how far it is, and the finished file for a day. The bytes are in the
-- media store.
create table export_jobs (
  id text primary key not null,
  user_id text not null references users (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  status text not null default 'pending' check (status in ('pending', 'processing', 'complete', 'failed')),
  resolution text not null,
  format text not null,
  file_name text not null,
  -- The plan and its target, frozen when it was asked for: later edits don't change it.
  movie text not null,
  -- 0 where every packet is copied: then a machine without ffmpeg can write it, too.
  needs_ffmpeg integer not null default 1 check (needs_ffmpeg in (0, 1)),
  progress integer not null default 0 check (progress between 0 and 100),
  phase text,
  error_message text,
  receipt text,
  -- The file is named before it is stored, so that no file is there that no row names.
  file_sha256 text,
  file_bytes integer,
  -- Times a worker began it.
  attempt integer not null default 0,
  lease_by text,
  lease_until_ms integer not null default 0,
  -- When it and its file are removed; null while it isn't over.
  expires_at_ms integer,
  created_at_ms integer not null,
  updated_at_ms integer not null
) strict;

-- What workers look for, the first come first. Those that are over are not in it.
create index export_jobs_unfinished on export_jobs (created_at_ms, id) where status in ('pending', 'processing');
create index export_jobs_of_user on export_jobs (user_id, created_at_ms);
create index export_jobs_of_project on export_jobs (project_id, created_at_ms);
create index export_jobs_expiring on export_jobs (expires_at_ms) where expires_at_ms is not null;
create index export_jobs_by_file on export_jobs (file_sha256) where file_sha256 is not null;

-- Pictures of texts that a page drew for an export, of whoever sent them.
create table export_pictures (
  user_id text not null references users (id) on delete cascade,
  sha256 text not null,
  size_bytes integer not null,
  expires_at_ms integer not null,
  primary key (user_id, sha256)
) strict, without rowid;
create index export_pictures_by_file on export_pictures (sha256);
create index export_pictures_expiring on export_pictures (expires_at_ms);

-- Files whose row has gone, whoever removed it. They are looked at once more, as another row may name the same bytes.
create table dropped_files (
  sha256 text primary key not null
) strict, without rowid;

create trigger export_removed after delete on export_jobs when old.file_sha256 is not null
begin
  insert into dropped_files (sha256) values (old.file_sha256) on conflict do nothing;
end;
create trigger export_written_anew after update of file_sha256 on export_jobs
  when old.file_sha256 is not null and new.file_sha256 is not old.file_sha256
begin
  insert into dropped_files (sha256) values (old.file_sha256) on conflict do nothing;
end;
create trigger export_picture_removed after delete on export_pictures
begin
  insert into dropped_files (sha256) values (old.sha256) on conflict do nothing;
end;

-- Processes that write movies, and why one can't.
create table export_workers (
  id text primary key not null,
  error text,
  seen_at_ms integer not null
) strict;
