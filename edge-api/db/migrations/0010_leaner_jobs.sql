-- Two columns that nothing writes, params_hash and idem_key. One is part of a constraint, so the table is made anew.
create table jobs_without_keys (
  id text primary key not null,
  kind text not null check (kind in ('clip', 'breakdown')),
  user_id text not null references users (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  scene_id text references scenes (id) on delete cascade,
  state text not null check (state in (
    'queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key',
    'done', 'failed', 'unknown', 'cancelled'
  )),
  -- What was asked for, frozen when it was sent.
  params text,
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
  -- 1 while a clip is over here and upstream is still asked what became of it.
  ask_due integer not null default 0 check (ask_due in (0, 1)),
  -- Whose allowance of clips at once a clip counts against.
  quota_mark text
) strict;
insert into jobs_without_keys (id, kind, user_id, project_id, scene_id, state, params, upstream_id, file_id, cancel_due, attempt, tries,
    state_since_ms, next_at_ms, lease_by, lease_until_ms, error_code, created_at_ms, updated_at_ms, ask_due, quota_mark)
  select id, kind, user_id, project_id, scene_id, state, params, upstream_id, file_id, cancel_due, attempt, tries,
    state_since_ms, next_at_ms, lease_by, lease_until_ms, error_code, created_at_ms, updated_at_ms, ask_due, quota_mark
  from jobs order by rowid;
drop table jobs;
alter table jobs_without_keys rename to jobs;

create unique index jobs_one_live_per_scene on jobs (scene_id)
  where kind = 'clip' and state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key');
create unique index jobs_one_live_breakdown on jobs (project_id)
  where kind = 'breakdown' and state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key');
create index jobs_due on jobs (next_at_ms)
  where state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key') or cancel_due = 1 or ask_due = 1;
create index jobs_in_line on jobs (quota_mark)
  where kind = 'clip' and state in ('queued', 'backing_off', 'submitting', 'running');
create index jobs_of_person on jobs (user_id);
create index jobs_of_project on jobs (project_id, state);
create index jobs_of_scene on jobs (scene_id, created_at_ms);
