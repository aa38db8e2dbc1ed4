-- Operators watch what the last hour cost, of all people.
create index ledger_settled on ledger (created_at_ms) where entry = 'settle';
