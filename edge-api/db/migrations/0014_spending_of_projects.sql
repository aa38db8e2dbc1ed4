-- Words that an AI writes are paid for too, also before there is a project: each entry says itself for which project it
-- was made. Null is for none. There is no reference: what a project cost outlives it.
alter table ledger add column project_id text;
update ledger set project_id = case
  when job_id like 'characters/%' then substr(job_id, length('characters/') + 1)
  -- The job of a project that is gone went with it; its name stands for that project.
  else coalesce((select project_id from jobs where jobs.id = ledger.job_id), job_id)
end;
