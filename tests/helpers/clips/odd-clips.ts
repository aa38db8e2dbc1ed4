// Clips that are legal, that the model does not make, and that people have: other colours, shapes, sounds. Each shows
// the numbered pictures and sounds the clicks of a look-alike, so that a movie of it can be judged to the frame.

import { readFile, writeFile } from 'node:fs/promises';
import type { ClipSpec } from './clip-spec.ts';
import { madeOnce } from './made-once.ts';
import { clipPath } from './make-clip.ts';
import { turnPicture, withoutAacConfig, withSpatialSound, withUpsampledAac } from './patch-mp4.ts';
import { ffmpeg } from './run-ffmpeg.ts';

/** Raised with every change of a recipe that its arguments don't show. */
const RECIPE_VERSION = 1;

type OddClip = {
  /** Of the look-alike that it is made from. */
  size?: ClipSpec['size'];
  /** ffmpeg's output arguments. */
  args: readonly string[];
  /** What is done to the finished bytes. */
  patch?: (file: Buffer) => Buffer;
};

const X264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '20'];
const COPIED_SOUND = ['-c:a', 'copy'];
const COPIED_PICTURE = ['-c:v', 'copy'];

const tagged = (primaries: string, transfer: string, matrix: string): string[] => [
  '-color_primaries',
  primaries,
  '-color_trc',
  transfer,
  '-colorspace',
  matrix,
];
const HDR_PQ = tagged('bt2020', 'smpte2084', 'bt2020nc');
const HDR_HLG = tagged('bt2020', 'arib-std-b67', 'bt2020nc');
const TEN_BITS = [...X264, '-pix_fmt', 'yuv420p10le', ...COPIED_SOUND];

/** Of two tracks that players are to play by themselves, the second has the higher bitrate. */
const TWO_SOUNDS = ['-c:a:0', 'copy', '-c:a:1', 'ac3', '-b:a:1', '448k', '-disposition:a:1', 'default'];

/** Stored so that the matrix of the track header brings it upright. */
const turned = (by: keyof typeof UNDONE): OddClip => ({
  args: [...X264, '-vf', UNDONE[by], ...COPIED_SOUND],
  patch: (file) => turnPicture(file, by),
});
const UNDONE = { 90: 'transpose=2', 180: 'hflip,vflip', 270: 'transpose=1', mirrored: 'hflip' };

export const oddClips = {
  'full range, untagged': { size: '720p', args: [...X264, '-pix_fmt', 'yuvj420p', ...COPIED_SOUND] },
  'full range, untagged, small': { args: [...X264, '-pix_fmt', 'yuvj420p', ...COPIED_SOUND] },
  'full range, tagged BT.709': {
    size: '720p',
    args: [...X264, '-pix_fmt', 'yuvj420p', ...tagged('bt709', 'bt709', 'bt709'), ...COPIED_SOUND],
  },
  'tagged BT.601': {
    size: '720p',
    args: [...X264, ...tagged('smpte170m', 'smpte170m', 'smpte170m'), ...COPIED_SOUND],
  },
  'tagged BT.709': { args: [...X264, ...tagged('bt709', 'bt709', 'bt709'), ...COPIED_SOUND] },
  'tagged BT.2020': { args: [...X264, ...tagged('bt2020', 'bt2020-10', 'bt2020nc'), ...COPIED_SOUND] },
  'tagged with a matrix alone': { size: '720p', args: [...X264, '-colorspace', 'smpte170m', ...COPIED_SOUND] },
  'ten bits': { args: TEN_BITS },
  'HDR, PQ': { args: [...TEN_BITS, ...HDR_PQ] },
  'HDR, HLG': { args: [...TEN_BITS, ...HDR_HLG] },
  'HDR, PQ, VP9': {
    args: [
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-pix_fmt',
      'yuv420p10le',
      ...HDR_PQ,
    ].concat(COPIED_SOUND),
  },
  'turned by 90': turned(90),
  'turned by 180': turned(180),
  'turned by 270': turned(270),
  mirrored: turned('mirrored'),
  'turned by 90, of a varying rate': {
    args: [
      ...X264,
      '-vf',
      `${UNDONE[90]},setpts='(N+0.2*mod(N,3))/24/TB'`,
      '-fps_mode',
      'passthrough',
      ...COPIED_SOUND,
    ],
    patch: (file) => turnPicture(file, 90),
  },
  'turned by 90, of pixels that are not square': {
    args: [...X264, '-vf', `${UNDONE[90]},scale=480:640,setsar=3/4`, ...COPIED_SOUND],
    patch: (file) => turnPicture(file, 90),
  },
  'HEVC of a phone': {
    args: [
      ...['-map', '0:v', '-map', '0:a', '-map', '0:a'],
      ...['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-tag:v', 'hvc1'],
      ...['-vf', UNDONE[90], '-pix_fmt', 'yuv420p10le', ...HDR_HLG, ...TWO_SOUNDS, '-timecode', '00:00:00:00'],
      ...['-f', 'mov'],
    ],
    patch: (file) => withSpatialSound(turnPicture(file, 90)),
  },
  'AC-3': { args: [...COPIED_PICTURE, '-c:a', 'ac3'] },
  'E-AC-3': { args: [...COPIED_PICTURE, '-c:a', 'eac3'] },
  'Apple Lossless': { args: [...COPIED_PICTURE, '-c:a', 'alac', '-f', 'mov'] },
  'AAC without its description': { args: ['-c', 'copy'], patch: withoutAacConfig },
  'mono AAC without its description': {
    args: [...COPIED_PICTURE, '-c:a', 'aac', '-ac', '1', '-ar', '44100'],
    patch: withoutAacConfig,
  },
  'AAC in ADTS frames': { args: ['-c', 'copy', '-f', 'mpegts'] },
  'HE-AAC': { args: [...COPIED_PICTURE, '-c:a', 'aac', '-ar', '24000'], patch: withUpsampledAac },
  mono: { args: [...COPIED_PICTURE, '-c:a', 'aac', '-ac', '1'] },
  '5.1': { args: [...COPIED_PICTURE, '-c:a', 'aac', '-ac', '6'] },
  '44.1 kHz': { args: [...COPIED_PICTURE, '-c:a', 'aac', '-ar', '44100'] },
  'a second sound that is spatial': {
    args: ['-map', '0:v', '-map', '0:a', '-map', '0:a', ...COPIED_PICTURE, ...TWO_SOUNDS],
    patch: withSpatialSound,
  },
  'no sound': { args: ['-c', 'copy', '-an'] },
  'sound longer than the picture': { args: [...COPIED_PICTURE, '-af', 'apad=pad_dur=1.5', '-c:a', 'aac'] },
  'sound shorter than the picture': { args: [...COPIED_PICTURE, '-af', 'atrim=end=2.1', '-c:a', 'aac'] },
  'sound that starts late': {
    args: [...COPIED_PICTURE, '-af', 'atrim=start=0.5', '-c:a', 'aac'],
  },
  'Opus in MP4': { args: [...COPIED_PICTURE, '-c:a', 'libopus'] },
  'Opus in WebM': { args: [...COPIED_PICTURE, '-c:a', 'libopus', '-f', 'matroska'] },
  'VP8 and Vorbis in WebM': {
    args: [
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-cpu-used',
      '4',
      '-b:v',
      '2M',
      '-c:a',
      'libvorbis',
      '-f',
      'webm',
    ],
  },
  'VP9 and Opus in WebM': {
    args: [
      ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'],
      '-b:v',
      '2M',
      '-c:a',
      'libopus',
      '-f',
      'webm',
    ],
  },
  'WebM of a screen recorder': {
    args: [
      ...['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '4', '-b:v', '2M', '-c:a', 'libopus'],
      // As long as it lasts: without a length and without an index.
      ...['-f', 'webm', '-live', '1'],
    ],
  },
  'H.264 and AAC in Matroska': { args: ['-c', 'copy', '-f', 'matroska'] },
  'MP3 in MP4': { args: [...COPIED_PICTURE, '-c:a', 'libmp3lame'] },
  'PCM in MOV': { args: [...COPIED_PICTURE, '-c:a', 'pcm_s16le', '-f', 'mov'] },
} as const satisfies Record<string, OddClip>;

export type OddClipName = keyof typeof oddClips;

/** Clips of all names show the same 96 frames, at 24 a second. */
export const ODD_SCENE_NUMBER = 7;

/** The path of a clip; made once. Nobody may change the file. */
export async function oddClipPath(name: OddClipName): Promise<string> {
  const { size = '360p', args, patch }: OddClip = oddClips[name];
  return await madeOnce([RECIPE_VERSION, name, size, args], 'mp4', async (draft) => {
    await ffmpeg(['-i', await clipPath({ seconds: 4, size, sceneNumber: ODD_SCENE_NUMBER }), ...args, draft]);
    if (patch !== undefined) await writeFile(draft, patch(await readFile(draft)));
  });
}
