-- Counters that move with every change: whether anything is new is one look at one number.

-- Everything that a project and its scenes show.
alter table projects add column revision integer not null default 1;
-- Everything in a person's list of projects.
alter table users add column projects_revision integer not null default 1;
-- Everything in the showcase: one row.
create table showcase_state (
  id integer primary key not null check (id = 1),
  revision integer not null
) strict;
insert into showcase_state (id, revision) values (1, 1);

-- Whoever writes needs to know nothing of this, and a column that comes later counts, too. A change of the counter
-- itself is none.
create trigger project_changed after update on projects when new.revision = old.revision
begin
  update projects set revision = revision + 1 where id = new.id;
end;
create trigger scene_added after insert on scenes
begin
  update projects set revision = revision + 1 where id = new.project_id;
end;
create trigger scene_changed after update on scenes
begin
  update projects set revision = revision + 1 where id = new.project_id;
end;
create trigger scene_removed after delete on scenes
begin
  update projects set revision = revision + 1 where id = old.project_id;
end;

create trigger project_counted after update of revision on projects
begin
  update users set projects_revision = projects_revision + 1 where id = new.user_id;
  update showcase_state set revision = revision + 1 where id = 1 and new.is_public = 1;
end;
create trigger project_added after insert on projects
begin
  update users set projects_revision = projects_revision + 1 where id = new.user_id;
  update showcase_state set revision = revision + 1 where id = 1 and new.is_public = 1;
end;
create trigger project_removed after delete on projects
begin
  update users set projects_revision = projects_revision + 1 where id = old.user_id;
  update showcase_state set revision = revision + 1 where id = 1 and old.is_public = 1;
end;
-- The count of a project that is taken out of the showcase comes when it is private already.
create trigger project_published after update of is_public on projects when new.is_public <> old.is_public
begin
  update showcase_state set revision = revision + 1 where id = 1;
end;
create trigger author_changed after update of first_name, last_name, profile_image_url on users
  when new.first_name is not old.first_name or new.last_name is not old.last_name
    or new.profile_image_url is not old.profile_image_url
begin
  update showcase_state set revision = revision + 1 where id = 1;
end;

-- Who may see a file is asked with every range of it.
create index media_refs_of_person on media_refs (sha256, user_id);
