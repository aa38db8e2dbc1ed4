-- Where a person is signed in, for themselves to see and end: each session has a name that may be told, which the hash of
-- its token may not, and the browser in which it was opened.
alter table sessions add column id text;
alter table sessions add column device text;
update sessions set id = lower(
  hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-7' || substr(hex(randomblob(2)), 2) || '-8' ||
  substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)));
create unique index sessions_by_id on sessions (id);
