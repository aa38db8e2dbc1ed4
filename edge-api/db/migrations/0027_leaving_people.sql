-- People who deleted their account: they are nobody to anyone from then on, and what they had is removed in steps.
alter table users add column leaving_at_ms integer;
create index users_leaving on users (leaving_at_ms) where leaving_at_ms is not null;

-- What hangs on a person is found without reading whole tables.
create index projects_of_owner on projects (user_id, id);
create index media_refs_of_user on media_refs (user_id, sha256);
create index picture_refs_of_user on picture_refs (user_id);
