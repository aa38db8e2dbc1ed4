-- The scene that a scene was split from: both play parts of one clip, and one that is generated again is only as long as its part.
alter table scenes add column split_from text;
