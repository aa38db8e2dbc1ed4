-- Own pictures that the model is to go by for a scene's clip: a list of the hash of each, and what it shows.
alter table scenes add column reference_pictures text not null default '[]';
