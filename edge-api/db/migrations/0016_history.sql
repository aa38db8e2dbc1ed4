-- What happened to a project, for its owner alone: who changed what on which device, with the values before and after.
-- Bounded by age and by rows of a project, see repos/history.ts.
create table history (
  project_id text not null references projects (id) on delete cascade,
  -- Counts the project's own entries upward: the order in which they reached the server.
  place integer not null,
  id text not null,
  -- No reference: what happened to a scene outlives it.
  scene_id text,
  scene_number integer,
  kind text not null,
  -- The version that the edit made of its row; null where no version counts it.
  version integer,
  -- Null for what the server did by itself.
  device_id text,
  device_name text,
  -- The Idempotency-Key of the call: by it a device knows its own edit again.
  op_key text,
  fields text not null default '[]',
  at_ms integer not null,
  primary key (project_id, place)
) strict, without rowid;

create index history_by_age on history (at_ms);
