-- Whether a scene's clip was generated, or is a file of the person's own.
alter table scenes add column source text not null default 'generated' check (source in ('generated', 'clip'));
