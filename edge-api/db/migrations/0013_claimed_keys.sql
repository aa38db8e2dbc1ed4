-- Calls that ask a model and are under way, each under the key that its client gave it: a second call under the same key
-- waits for the first. A claim ends with its call; one whose process died ends at `until_ms`.
create table claimed_ops (
  user_id text not null references users (id) on delete cascade,
  op_key text not null,
  -- Whose claim it is: of two calls that find it free one gets it.
  claim_id text not null,
  request_hash text not null,
  until_ms integer not null,
  -- Why the model was asked in vain, as JSON: told to those who waited. The next call under the key asks anew.
  failure text,
  primary key (user_id, op_key)
) strict;
create index claimed_ops_by_end on claimed_ops (until_ms);

-- A long answer is remembered compressed, and `reply` is empty then.
alter table applied_ops add column packed_reply blob;
