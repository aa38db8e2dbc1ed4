-- People, their sessions and keys, projects and scenes. Times are milliseconds since the epoch, lengths seconds.

create table users (
  id text primary key not null,
  email text not null,
  first_name text,
  last_name text,
  profile_image_url text,
  created_at_ms integer not null,
  updated_at_ms integer not null
) strict;

-- Who vouches for a person. Accounts are joined by the provider's own name for them, never by an e-mail address alone.
create table sign_ins (
  provider text not null,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  created_at_ms integer not null,
  primary key (provider, subject)
) strict, without rowid;

create index sign_ins_by_user on sign_ins (user_id);

create table sessions (
  token_hash text primary key not null,
  user_id text not null references users (id) on delete cascade,
  created_at_ms integer not null,
  expires_at_ms integer not null
) strict, without rowid;

create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at_ms);

-- One API key a person: the data key wrapped under the server's secret, the key itself under the data key.
create table api_keys (
  user_id text primary key not null references users (id) on delete cascade,
  kek_id text not null,
  wrapped_dek blob not null,
  dek_iv blob not null,
  key_iv blob not null,
  ciphertext blob not null,
  mask text not null,
  created_at_ms integer not null,
  updated_at_ms integer not null
) strict;

create index api_keys_by_kek on api_keys (kek_id);

create table projects (
  id text primary key not null,
  user_id text not null references users (id) on delete cascade,
  title text not null,
  description text not null,
  is_public integer not null default 0 check (is_public in (0, 1)),
  genres text not null,
  target_length integer not null,
  model text not null,
  aspect_ratio text not null,
  character_references text not null default '[]',
  breakdown_status text check (breakdown_status in ('running', 'failed')),
  breakdown_error text,
  music text,
  levelling integer not null default 0 check (levelling in (0, 1)),
  version integer not null default 1,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  deleted_at_ms integer
) strict;

create index projects_by_owner on projects (user_id, created_at_ms) where deleted_at_ms is null;
create index projects_by_deletion on projects (deleted_at_ms) where deleted_at_ms is not null;

create table scenes (
  id text primary key not null,
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  scene_number integer not null,
  title text not null,
  description text not null,
  prompt text not null,
  negative_prompt text,
  resolution text not null check (resolution in ('720p', '1080p')),
  duration real not null,
  status text not null default 'pending' check (status in ('pending', 'generating', 'complete', 'failed')),
  video_url text,
  thumbnail_url text,
  is_extension integer not null default 0 check (is_extension in (0, 1)),
  parent_scene_id text references scenes (id) on delete cascade,
  extension_index integer,
  trim_start real,
  trim_end real,
  text_overlays text not null default '[]',
  metadata text not null,
  error_message text,
  note text,
  answer_lost integer not null default 0 check (answer_lost in (0, 1)),
  clip_prompt_hash text,
  sha256 text,
  media_bytes integer,
  width integer,
  height integer,
  fps_num integer,
  fps_den integer,
  frame_count integer,
  has_audio integer check (has_audio in (0, 1)),
  is_demo integer not null default 0 check (is_demo in (0, 1)),
  gain_db real not null default 0,
  muted integer not null default 0 check (muted in (0, 1)),
  transition text,
  continue_from_previous integer not null default 0 check (continue_from_previous in (0, 1)),
  version integer not null default 1,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  deleted_at_ms integer
) strict;

create index scenes_by_project on scenes (project_id, scene_number) where deleted_at_ms is null;
create index scenes_of_project on scenes (project_id);
create index scenes_by_owner on scenes (user_id) where deleted_at_ms is null;
create index scenes_of_owner on scenes (user_id);
create index scenes_by_parent on scenes (parent_scene_id) where parent_scene_id is not null;
create index scenes_by_deletion on scenes (deleted_at_ms) where deleted_at_ms is not null;

-- Changes that were applied, each under the key that its client gave it, with the answer that it got.
create table applied_ops (
  user_id text not null references users (id) on delete cascade,
  op_key text not null,
  request_hash text not null,
  reply text not null,
  created_at_ms integer not null,
  primary key (user_id, op_key)
) strict;

create index applied_ops_by_age on applied_ops (created_at_ms);

-- A batch has no if: inserting 0 here makes all of it fail, so a write can say what it takes for granted.
create view expectation as select 0 as holds;

create trigger expectation_holds instead of insert on expectation
begin
  select raise(abort, 'expectation failed') where new.holds is not 1;
end;
