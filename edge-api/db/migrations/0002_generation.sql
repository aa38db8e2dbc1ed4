-- Jobs that ask models for something, what they cost, and the media they bring.

create table jobs (
  id text primary key not null,
  kind text not null check (kind in ('clip', 'breakdown')),
  user_id text not null references users (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  scene_id text references scenes (id) on delete cascade,
  state text not null check (state in (
    'queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key',
    'done', 'failed', 'unknown', 'cancelled'
  )),
  -- What was asked for, frozen when it was sent; and its hash, by which a repeated request is recognised.
  params text,
  params_hash text,
  idem_key text,
  -- Upstream's name of the work, and of the finished file.
  upstream_id text,
  file_id text,
  -- 1 while upstream is still to be told that nobody wants the work any more.
  cancel_due integer not null default 0 check (cancel_due in (0, 1)),
  -- Times the request was sent; times the present state was tried and nothing was learnt.
  attempt integer not null default 0,
  tries integer not null default 0,
  state_since_ms integer not null,
  next_at_ms integer not null,
  lease_by text,
  lease_until_ms integer not null default 0,
  error_code text,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  unique (user_id, idem_key)
) strict;

-- One live job a scene, one live breakdown a project, whatever two requests at once may try.
create unique index jobs_one_live_per_scene on jobs (scene_id)
  where kind = 'clip' and state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key');
create unique index jobs_one_live_breakdown on jobs (project_id)
  where kind = 'breakdown' and state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key');
-- What the runner looks for: work that is due. Finished rows are not in it.
create index jobs_due on jobs (next_at_ms)
  where state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'blocked_no_key') or cancel_due = 1;
-- Requests that upstream is at work on, per person.
create index jobs_at_work on jobs (user_id) where kind = 'clip' and state in ('submitting', 'running');
create index jobs_of_project on jobs (project_id, state);
create index jobs_of_scene on jobs (scene_id, created_at_ms);

-- What each attempt costs, in millionths of a USD, at the price list of its day. A reservation that was neither settled
-- nor released belongs to a request that nobody knows the end of: it counts as spent.
create table ledger (
  id text primary key not null,
  user_id text not null references users (id) on delete cascade,
  job_id text not null,
  attempt integer not null,
  entry text not null check (entry in ('reserve', 'settle', 'release')),
  amount_micro_usd integer not null check (amount_micro_usd >= 0),
  price_list_date text not null,
  created_at_ms integer not null,
  unique (job_id, attempt, entry)
) strict;
create index ledger_of_user on ledger (user_id, created_at_ms);

-- A stored file and what its index says. The bytes are in the media store under the same name.
create table media (
  sha256 text primary key not null,
  size_bytes integer not null,
  content_type text not null,
  facts text not null,
  is_demo integer not null default 0 check (is_demo in (0, 1)),
  created_at_ms integer not null
) strict;

-- Who holds a file. A file without a holder is removed. A replaced clip is held until `held_until_ms`, so that the
-- replacement can be undone; null is held for good.
create table media_refs (
  sha256 text not null references media (sha256),
  scene_id text not null references scenes (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  held_until_ms integer,
  created_at_ms integer not null,
  primary key (sha256, scene_id)
) strict, without rowid;
create index media_refs_of_scene on media_refs (scene_id);
create index media_refs_expiring on media_refs (held_until_ms) where held_until_ms is not null;

-- First and last pictures. Those that came with the clip have no owner and are everybody's; one that a person's client
-- made is shown with that person's scenes alone, since the same clip may be another's too.
create table frames (
  sha256 text not null references media (sha256) on delete cascade,
  place text not null check (place in ('first', 'last')),
  user_id text not null default '',
  blob_sha256 text not null,
  content_type text not null,
  size_bytes integer not null,
  created_at_ms integer not null,
  primary key (sha256, place, user_id)
) strict, without rowid;
create index frames_by_blob on frames (blob_sha256);

-- Which models a person's key reaches, as upstream said last. `key_mark` tells one key from the next. Where upstream
-- refuses to tell about running work (`polls_refused`), a clip is asked for by one long request.
create table model_reach (
  user_id text primary key not null references users (id) on delete cascade,
  key_mark text not null,
  rows text not null,
  asked_at_ms integer not null,
  polls_refused integer not null default 0 check (polls_refused in (0, 1))
) strict;

-- The hash of the words that a scene's prompt was made from: when title, description or a character changes, the prompt
-- is made anew before it is sent.
alter table scenes add column prompt_words_hash text;
