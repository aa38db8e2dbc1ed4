-- What people report about public projects, for the operators. Who reported it is not kept.
create table showcase_reports (
  id text primary key not null,
  project_id text not null references projects (id) on delete cascade,
  reason text not null check (reason in ('illegal', 'sexual', 'violent', 'hateful', 'copyright', 'privacy', 'spam', 'other')),
  details text not null,
  created_at_ms integer not null
) strict;
create index showcase_reports_by_time on showcase_reports (created_at_ms, id);
create index showcase_reports_of_project on showcase_reports (project_id);
