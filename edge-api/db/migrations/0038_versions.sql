-- What projects were at some time, for their owners alone. Bounded by age, number, and bytes, see repos/versions.ts.
create table versions (
  project_id text not null references projects (id) on delete cascade,
  -- Made by the client; unique in its project, so that nobody learns of another person's.
  id text not null,
  user_id text not null references users (id) on delete cascade,
  -- When the client kept it.
  at_ms integer not null,
  reason text not null,
  -- Null for one that was kept by itself.
  name text,
  device_id text,
  device_name text,
  -- Of the document as it is stored.
  size_bytes integer not null,
  created_at_ms integer not null,
  -- JSON, compressed with gzip.
  document blob not null,
  primary key (project_id, id)
) strict;

create index versions_by_time on versions (project_id, at_ms);
create index versions_of_people on versions (user_id);
create index versions_by_age on versions (created_at_ms);
