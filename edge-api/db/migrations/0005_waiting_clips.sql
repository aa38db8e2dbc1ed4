-- Clips that wait for what goes before them are looked at now and then, like all other unfinished work.
drop index jobs_due;
create index jobs_due on jobs (next_at_ms)
  where state in ('queued', 'backing_off', 'submitting', 'running', 'saving', 'waiting_for_frame', 'blocked_no_key') or cancel_due = 1;
