-- Whether a person has work that isn't over, however much of theirs is.
create index jobs_live_of_person on jobs (user_id) where work is not null;
