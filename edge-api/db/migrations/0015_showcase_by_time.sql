-- The showcase, the newest first by this server's clock: an id is made by its client, which may say any time.
drop index projects_in_showcase;
create index projects_in_showcase on projects (created_at_ms, id) where is_public = 1 and deleted_at_ms is null;
