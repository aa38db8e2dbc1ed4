-- Characters that can be restored for a while. Their pictures stay with the project until then.
create table deleted_characters (
  project_id text not null references projects (id) on delete cascade,
  character_id text not null,
  -- As JSON.
  character text not null,
  -- Among the project's characters, counted from 0.
  place integer not null,
  -- Of its picture; null where it had none.
  sha256 text,
  deleted_at_ms integer not null,
  primary key (project_id, character_id)
) strict;
create index deleted_characters_by_time on deleted_characters (deleted_at_ms);
