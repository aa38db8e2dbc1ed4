-- Sign-in by way of other services, and how often somebody may try something.

-- Whether a provider has vouched that the address is the person's own. An empty address: the provider told none.
alter table users add column email_verified integer not null default 0 check (email_verified in (0, 1));

-- Sign-ins that are on their way through a provider, by the hash of their state. Whoever takes the row away goes on,
-- so each is used once.
create table sign_in_flows (
  state_hash text primary key not null,
  expires_at_ms integer not null
) strict, without rowid;
create index sign_in_flows_by_end on sign_in_flows (expires_at_ms);

-- Allowances that are in use, where several processes share them: when each is whole again. One that is has no row.
create table rate_buckets (
  name text primary key not null,
  full_at_ms integer not null
) strict, without rowid;
create index rate_buckets_by_end on rate_buckets (full_at_ms);
