-- What isolates of the edge have counted: each adds its own now and then. The columns of a histogram count by bucket, the last one beyond all.
create table meter_totals (
  meter text not null,
  -- Name and value of each label, as JSON.
  labels text not null,
  count integer not null,
  ms integer not null,
  -- As many whole numbers as there are buckets, as JSON.
  within text not null,
  primary key (meter, labels)
) without rowid;
