-- A scene that ends where the next one begins: its model is given that picture as its last.
alter table scenes add column continue_into_next integer not null default 0 check (continue_into_next in (0, 1));
