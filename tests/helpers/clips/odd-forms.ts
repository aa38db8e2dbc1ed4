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
  'negative composition offsets and no edit list': [
    ...['-c', 'copy', '-movflags', 'negative_cts_offsets', '-use_editlist', '0'],
  ],
};
