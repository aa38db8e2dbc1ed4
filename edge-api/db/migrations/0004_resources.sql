-- Pictures of characters, caps on spending, and a count of who holds a file.

-- The most that a person lets the product spend in a calendar month (UTC). Without a row there is no cap.
create table spending_caps (
  user_id text primary key not null references users (id) on delete cascade,
  monthly_cap_micro_usd integer not null check (monthly_cap_micro_usd >= 0),
  updated_at_ms integer not null
) strict;

-- Portraits. The bytes are in the media store under the same name.
create table pictures (
  sha256 text primary key not null,
  size_bytes integer not null,
  content_type text not null,
  holders integer not null default 0 check (holders >= 0),
  created_at_ms integer not null
) strict;

-- Which project shows a portrait. One that no project shows is removed.
create table picture_refs (
  sha256 text not null references pictures (sha256),
  project_id text not null references projects (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  created_at_ms integer not null,
  primary key (sha256, project_id)
) strict, without rowid;
create index picture_refs_of_project on picture_refs (project_id);

-- Looking for a file without a holder must not read them all, so each counts its own.
alter table media add column holders integer not null default 0;
update media set holders = (select count(*) from media_refs r where r.sha256 = media.sha256);
create index media_unheld on media (created_at_ms) where holders = 0;
create index pictures_unheld on pictures (created_at_ms) where holders = 0;

create trigger media_taken after insert on media_refs
begin
  update media set holders = holders + 1 where sha256 = new.sha256;
end;
create trigger media_given_up after delete on media_refs
begin
  update media set holders = holders - 1 where sha256 = old.sha256;
end;
create trigger picture_taken after insert on picture_refs
begin
  update pictures set holders = holders + 1 where sha256 = new.sha256;
end;
create trigger picture_given_up after delete on picture_refs
begin
  update pictures set holders = holders - 1 where sha256 = old.sha256;
end;

-- Moving keys to a new server secret goes through them by their owners.
drop index api_keys_by_kek;
create index api_keys_by_kek on api_keys (kek_id, user_id);

-- A project that goes takes its holds along.
create index media_refs_of_project on media_refs (project_id);

-- The showcase, the newest first: ids sort by the time they were made.
create index projects_in_showcase on projects (id) where is_public = 1 and deleted_at_ms is null;
