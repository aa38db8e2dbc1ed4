-- Turns of jobs that a queue gave up delivering. Nothing is lost with one, but somebody must look for the cause.
create table dead_turns (
  id text primary key not null,
  -- The job that it was sent for; null when it was for anything that was due.
  job_id text,
  created_at_ms integer not null
) strict;
create index dead_turns_by_age on dead_turns (created_at_ms);
