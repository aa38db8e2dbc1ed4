/** Clips that people have and the model does not make: each becomes a movie that is right, judged by other readers. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { readFrame } from '#media/worker/client.ts';
import { readMarker } from '#tests/helpers/clips/marker.ts';
import type { OddClipName } from '#tests/helpers/clips/odd-clips.ts';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import {
  clip,
  expectationOf,
  fromBase64,
  makeMovie,
  overlay,
  P360,
  P720,
  type Movie,
  type SceneSpec,
} from './media-movie.ts';

/** The muxer of movies that are encoded throughout keeps room for a length of 64 bits. */
const SPARE_BYTES = 'mdat holds 8 bytes that no sample uses';

/** How much of a movie the judges are to find. */
type Case = {
  name: OddClipName;
  size?: '720p';
  /** Whether the pictures of the clip alone are copied. */
  isCopied: boolean;
  /** How late ffmpeg hears the clip's own clicks, in milliseconds; null where not every flash has one. */
  lateMs?: number | null;
};

const colors: Case[] = [
  { name: 'full range, untagged', size: '720p', isCopied: true },
  { name: 'full range, untagged, small', isCopied: true },
  { name: 'full range, tagged BT.709', size: '720p', isCopied: true },
  { name: 'tagged BT.601', size: '720p', isCopied: true },
  { name: 'tagged BT.709', isCopied: true },
  { name: 'tagged BT.2020', isCopied: true },
  { name: 'tagged with a matrix alone', size: '720p', isCopied: true },
  { name: 'ten bits', isCopied: true },
  { name: 'HDR, PQ', isCopied: true },
  { name: 'HDR, HLG', isCopied: true },
  { name: 'HDR, PQ, VP9', isCopied: false },
];

const shapes: Case[] = [
  { name: 'turned by 90', isCopied: false },
  { name: 'turned by 180', isCopied: false },
  { name: 'turned by 270', isCopied: false },
  { name: 'mirrored', isCopied: false },
];

async function oddClip(name: OddClipName): Promise<{ path: string; file: Blob }> {
  const path = await commands.oddClipFile(name);
  return { path, file: await (await fetch(`/@fs${path}`)).blob() };
}

/** What other readers find wrong with a movie. */
async function problemsOf(
  specs: SceneSpec[],
  movie: Movie,
  { size, lateMs = 0 }: Case,
  paths: string[],
): Promise<string[]> {
  const target = size === '720p' ? P720 : P360;
  const hasSound = movie.result.verification.audioCodec !== null;
  const wanted = expectationOf(specs, movie, target, lateMs === 0);
  await commands.checkMovie(movie.base64, { ...wanted, audioCodec: hasSound ? 'aac' : null });
  const { problems } = await commands.judgeMovie(movie.base64, promisedBytes(movie.plan, movie.result.receipt, paths));
  return problems.filter((problem) => problem !== SPARE_BYTES);
}

test.each([...colors, ...shapes])('a clip makes a movie by itself: $name', async (row) => {
  const { file, path } = await oddClip(row.name);
  const specs: SceneSpec[] = [{ file, number: 7 }];
  const movie = await makeMovie(specs, row.size === '720p' ? P720 : P360);
  expect(await problemsOf(specs, movie, row, [path])).toEqual([]);
  const kinds = movie.result.receipt.stretches.map(({ kind }) => kind);
  expect(kinds).toEqual([row.isCopied ? 'copy' : 'encode']);
});

test.each([...colors, ...shapes])('a clip makes a movie, trimmed, beside one of the model: $name', async (row) => {
  const { file, path } = await oddClip(row.name);
  const size = row.size ?? '360p';
  const other = { seconds: 4, size, sceneNumber: 8 } as const;
  const specs: SceneSpec[] = [
    { file, number: 7, inFrame: 20 },
    { file: await clip(other), number: 8 },
  ];
  const movie = await makeMovie(specs, row.size === '720p' ? P720 : P360);
  expect(await problemsOf(specs, movie, row, [path, await commands.clipFile(other)])).toEqual([]);
});

test.each<OddClipName>(['full range, untagged', 'full range, tagged BT.709'])(
  'pictures keep their levels where text is written on copied ones: %s',
  async (name) => {
    const { file } = await oddClip(name);
    const movie = await makeMovie([{ file, number: 7, overlays: [overlay('Text', 1, 2)] }], P720);
    expect(movie.result.receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'encode']);
    // The last copied picture and the first one with text, away from text, marker and flash.
    const [copied, written] = (await commands.movieFrames(movie.base64, [22, 26], { width: 32, height: 18 })).map(
      fromBase64,
    );
    const corner = (17 * 32 + 2) * 3;
    for (let at = corner; at < corner + 3; at += 1)
      expect(Math.abs((copied?.[at] ?? 0) - (written?.[at] ?? 255))).toBeLessThanOrEqual(3);
  },
);

test.each<OddClipName>(['turned by 90', 'turned by 180', 'turned by 270', 'mirrored'])(
  'a movie plays upright in <video>, and so do pictures of its clip: %s',
  async (name) => {
    const { file } = await oddClip(name);
    const movie = await makeMovie([{ file, number: 7 }], P360);
    expect(movie.plan).toMatchObject({ width: 640, height: 360 });
    expect(movie.result.receipt.stretches[0]?.reasons).toContain('rotation');
    const [seen] = await seekAndRead(movie.file, [30], 24);
    expect(seen?.marker).toEqual({ scene: 7, frame: 30 });
    const picture = await createImageBitmap(await readFrame(file, 30, 320));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    context?.drawImage(picture, 0, 0);
    const pixels = context?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
    expect([picture.width, picture.height]).toEqual([320, 180]);
    expect(readMarker(pixels, picture.width, picture.height)).toEqual({ scene: 7, frame: 30 });
  },
);
