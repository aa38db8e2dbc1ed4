/** Clips that people have and the model does not make, and what other readers are to find in their movies. */
import { commands } from 'vitest/browser';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import type { Likeness } from './own-files-everywhere.ts';
import { expectationOf, fileAt, P360, P720, type Movie, type SceneSpec } from './media-movie.ts';

/** The muxer of movies that are encoded throughout keeps room for a length of 64 bits. */
const SPARE_BYTES = 'mdat holds 8 bytes that no sample uses';

const FOREIGN_CONTAINERS: Partial<Record<OddClipName, string>> = {
  'AAC in ADTS frames': 'MPEG-TS',
  'Opus in WebM': 'Matroska',
};

/** How much of a movie the judges are to find. */
export type OddClipCase = {
  name: OddClipName;
  size?: '720p';
  /** Whether the pictures of the clip alone are copied. */
  isCopied: boolean;
  /** How late ffmpeg hears the clip's own clicks, in milliseconds; null where not every flash has one. */
  lateMs?: number | null;
  /** How alike the preview and the server have it, where their decoders and ours differ. */
  parity?: { least: Likeness };
  /** The sentence by which it is refused where it is taken in. */
  told?: RegExp;
};

/** The browser, its canvas, and ffmpeg bring high dynamic range into ours each in a way of its own. */
const HDR = { least: { preview: 0.98, server: 0.93 } };

export const colors: OddClipCase[] = [
  { name: 'full range, untagged', size: '720p', isCopied: true },
  { name: 'full range, untagged, small', isCopied: true },
  { name: 'full range, tagged BT.709', size: '720p', isCopied: true },
  { name: 'tagged BT.601', size: '720p', isCopied: true },
  { name: 'tagged BT.709', isCopied: true },
  { name: 'tagged BT.2020', isCopied: true },
  { name: 'tagged with a matrix alone', size: '720p', isCopied: true },
  { name: 'ten bits', isCopied: true },
  { name: 'HDR, PQ', isCopied: true, parity: HDR },
  { name: 'HDR, HLG', isCopied: true, parity: HDR },
  { name: 'HDR, PQ, VP9', isCopied: false, parity: HDR },
];

export const shapes: OddClipCase[] = [
  { name: 'turned by 90', isCopied: false },
  { name: 'turned by 180', isCopied: false },
  { name: 'turned by 270', isCopied: false },
  { name: 'mirrored', isCopied: false },
];

export const sounds: OddClipCase[] = [
  { name: 'AAC without its description', isCopied: true },
  { name: 'mono AAC without its description', isCopied: true },
  { name: 'AAC in ADTS frames', isCopied: true, told: /MPEG-TS.*Convert it to MP4/ },
  // The clip was never HE-AAC: its decoder is late by what an encoder of that kind would have made up for.
  { name: 'HE-AAC', isCopied: true, lateMs: 20 },
  { name: 'mono', isCopied: true },
  { name: '5.1', isCopied: true },
  { name: '44.1 kHz', isCopied: true },
  { name: 'no sound', isCopied: true, lateMs: null },
  { name: 'sound longer than the picture', isCopied: true },
  { name: 'sound shorter than the picture', isCopied: true, lateMs: null },
  { name: 'sound that starts late', isCopied: true },
  { name: 'Opus in MP4', isCopied: true },
  { name: 'Opus in WebM', isCopied: true, lateMs: -7 },
  { name: 'MP3 in MP4', isCopied: true },
  { name: 'PCM in MOV', isCopied: true },
];

export async function oddClip(name: OddClipName): Promise<{ path: string; file: Blob }> {
  const path = await commands.oddClipFile(name);
  return { path, file: await fileAt(path) };
}

/** What other readers find wrong with a movie. */
export async function problemsOf(
  specs: SceneSpec[],
  movie: Movie,
  { name, size, lateMs = 0 }: OddClipCase,
  paths: string[],
): Promise<string[]> {
  const target = size === '720p' ? P720 : P360;
  const hasSound = movie.result.verification.audioCodec !== null;
  const wanted = expectationOf(specs, movie, target, lateMs === 0);
  await commands.checkMovie(movie.base64, { ...wanted, audioCodec: hasSound ? 'aac' : null });
  const promised = promisedBytes(movie.plan, movie.result.receipt, paths);
  // Packets of other containers have no places in their file that the judge could look up.
  const absent = name in FOREIGN_CONTAINERS ? [] : promised.absent;
  const { problems } = await commands.judgeMovie(movie.base64, { ...promised, absent });
  return problems.filter((problem) => problem !== SPARE_BYTES);
}
