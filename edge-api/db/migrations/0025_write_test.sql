-- Written now and then to see whether the database takes writes.
create table write_test (
  id integer primary key not null check (id = 1),
  at_ms integer not null
) strict;
