-- What a scene's clip was made of in a browser: the hash of a picture, or null for a background alone, and the settings. Null for other clips.
alter table scenes add column still text;
