-- When a scene took its place in line; null while no clip of it waits to be sent.
alter table scenes add column queued_at_ms integer;
