-- Whether search engines may list the page of a public project: only where its owner says so.
alter table projects add column is_indexable integer not null default 0 check (is_indexable in (0, 1));
