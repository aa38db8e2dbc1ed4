/** ffmpeg's output arguments for clips that are legal and told by another index than the model's. */

/** A second group begins with a picture that isn't an IDR, as some of the model's files have it: a recovery point of an open group. */
export const OPEN_GROUP = [
  '-c:v',
  'libx264',
  '-x264-params',
  'open-gop=1:keyint=125:min-keyint=125:scenecut=0:bframes=2',
  '-c:a',
  'copy',
];

/** Where the time line begins elsewhere, or is told in another way. */
export const TIME_FORMS: Readonly<Record<string, readonly string[]>> = {
  'no edit list': ['-c', 'copy', '-use_editlist', '0'],
  'no edit list and no sound': ['-c:v', 'copy', '-an', '-use_editlist', '0'],
  'an empty edit in front': ['-c', 'copy', '-output_ts_offset', '0.5'],
  'negative composition offsets': ['-c', 'copy', '-movflags', 'negative_cts_offsets'],
  fragments: ['-c', 'copy', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  'fragments of a second without a base': ['-c', 'copy', '-frag_duration', '1000000', '-movflags', 'empty_moov'],
  'fragments and no sound': ['-c:v', 'copy', '-an', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'],
  'negative composition offsets and no edit list': [
    ...['-c', 'copy', '-movflags', 'negative_cts_offsets', '-use_editlist', '0'],
  ],
};

/** Files that are legal and that readers of this format have told differently. */
export const ODD_FILES: Readonly<Record<string, readonly string[]>> = {
  'as the model makes it': [],
  'a key frame that is no IDR': OPEN_GROUP,
  ...TIME_FORMS,
  'a varying rate': ['-vf', "select='lt(n,40)+not(mod(n,3))'", '-vsync', 'vfr', '-c:v', 'libx264', '-c:a', 'copy'],
  '23.976 pictures a second': ['-vf', 'fps=24000/1001', '-c:v', 'libx264', '-c:a', 'copy'],
  '23.976 in coarse ticks': [
    ...['-vf', 'fps=24000/1001', '-video_track_timescale', '1000', '-c:v', 'libx264', '-c:a', 'copy'],
  ],
  '29.97 pictures a second': ['-vf', 'fps=30000/1001', '-c:v', 'libx264', '-c:a', 'copy'],
  'pixels that are not square': ['-vf', 'setsar=4/3', '-c:v', 'libx264', '-c:a', 'copy'],
  'a size that is no multiple of sixteen': ['-vf', 'crop=636:358', '-c:v', 'libx264', '-c:a', 'copy'],
  QuickTime: ['-c', 'copy', '-f', 'mov'],
  'sound that is not compressed, in QuickTime': ['-c:v', 'copy', '-c:a', 'pcm_s16le', '-f', 'mov'],
  'AC-3 sound': ['-c:v', 'copy', '-c:a', 'ac3'],
  'MP3 sound': ['-c:v', 'copy', '-c:a', 'libmp3lame'],
  'Opus sound': ['-c:v', 'copy', '-c:a', 'libopus', '-strict', '-2'],
  'a picture that is turned': ['-c', 'copy', '-metadata:s:v:0', 'rotate=90'],
};
