-- A scene's sound fades in and out by itself, in seconds of the movie.
alter table scenes add column fade_in_seconds real not null default 0;
alter table scenes add column fade_out_seconds real not null default 0;
