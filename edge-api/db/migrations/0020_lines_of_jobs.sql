-- Whose turn it is must be answered from the heads of lines, however many jobs stand in them.

-- What is to be done next, each kind with workers of its own; null for a job that is over.
alter table jobs add column work text generated always as (case
  when cancel_due = 1 or ask_due = 1 or state in ('running', 'blocked_no_key') then 'watch'
  when state = 'saving' then 'save'
  when kind = 'breakdown' and state in ('queued', 'backing_off', 'submitting') then 'break_down'
  when state = 'submitting' then 'watch'
  when state = 'waiting_for_frame' or (state in ('queued', 'backing_off') and quota_mark is null) then 'prepare'
  when state in ('queued', 'backing_off') then 'send'
end) virtual;
-- Who takes turns for that work: the allowances of clips at once, otherwise the people.
alter table jobs add column line text generated always as (case
  when kind = 'clip' and state in ('queued', 'backing_off') and quota_mark is not null then quota_mark
  else user_id
end) virtual;

drop index jobs_due;
drop index jobs_in_line;
create index jobs_in_line on jobs (work, line, next_at_ms) where work is not null;
create index jobs_watched on jobs (next_at_ms) where work = 'watch';
create index jobs_leased on jobs (work, line) where lease_until_ms > 0;
create index jobs_at_work on jobs (quota_mark) where kind = 'clip' and state in ('submitting', 'running');
