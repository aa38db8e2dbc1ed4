-- 1 while a clip is over here and upstream is still asked what became of it: an answer was lost, or the work was cancelled.
alter table jobs add column ask_due integer not null default 0 check (ask_due in (0, 1));
drop index jobs_due;
create index jobs_due on jobs (next_at_ms)
  where state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key') or cancel_due = 1 or ask_due = 1;
