-- Whose allowance of clips at once a clip counts against: a keyed hash of the API key, so that accounts with one key share
-- it. Clips from before count by their person.
alter table jobs add column quota_mark text;
update jobs set quota_mark = user_id where kind = 'clip';
drop index jobs_at_work;
-- Clips that upstream is at work on or that stand in line for it.
create index jobs_in_line on jobs (quota_mark)
  where kind = 'clip' and state in ('queued', 'backing_off', 'submitting', 'running');
