-- Files that a running step has put, or is about to: their rows come in a moment. None of them is removed until then.
create table blob_holds (
  sha256 text primary key not null,
  until_ms integer not null
) strict, without rowid;
create index blob_holds_by_end on blob_holds (until_ms);

-- Files that are being removed at this moment. Whoever puts the same bytes waits for that.
create table blob_removals (
  sha256 text primary key not null,
  until_ms integer not null
) strict, without rowid;

-- A file that is still held is looked at again then.
alter table dropped_files add column after_ms integer not null default 0;
create index dropped_files_by_time on dropped_files (after_ms);

-- How far a sweep has come that goes through everything in pieces.
create table sweep_places (
  name text primary key not null,
  place text not null
) strict, without rowid;
