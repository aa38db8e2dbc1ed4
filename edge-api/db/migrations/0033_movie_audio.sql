-- Music and voice-overs take the place of one bed of music under the whole movie. An old bed becomes a looped piece with the
-- id of its project, which is unique among its pieces.
alter table projects add column audio text not null default '[]' check (json_valid(audio));
update projects set audio = json_array(json_object(
    'id', id, 'kind', 'music', 'mediaId', json_extract(music, '$.sha256'), 'name', coalesce(nullif(json_extract(music, '$.name'), ''), 'Music'),
    'startSeconds', 0, 'inSeconds', 0, 'outSeconds', 36000,
    'gainDb', min(12, max(-60, json_extract(music, '$.gainDb'))),
    'fadeInSeconds', min(60, max(0, json_extract(music, '$.fadeInSeconds'))),
    'fadeOutSeconds', min(60, max(0, json_extract(music, '$.fadeOutSeconds'))),
    'loop', json('true'), 'duckDb', 0, 'duckSeconds', 0.4, 'lengthSeconds', null, 'muted', json('false'), 'takes', json_array()))
  where music is not null;
alter table projects drop column music;
