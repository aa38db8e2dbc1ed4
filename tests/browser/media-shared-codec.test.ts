/** Movies whose clips all share one configuration of HEVC, AV1 or VP9 are copied as they are, with a decoder here or without. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ExportTarget } from '#media/worker/client.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { expectationOf, makeMovie, overlay, P360, type SceneSpec } from './media-movie.ts';

type Source = SceneSpec & { path: string };

const ORIGINAL: ExportTarget = { ...P360, label: 'As made', keepsCodec: true };

const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-c:a', 'copy'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
const AV1 = ['-c:v', 'libsvtav1', '-preset', '12'];

async function sources(args: string[]): Promise<[Source, Source]> {
  const one = async (sceneNumber: number): Promise<Source> => {
    const path = await commands.convertedFile({ seconds: 4, size: '360p', sceneNumber }, args);
    const response = await fetch(`/@fs${path}`);
    return { file: await response.blob(), path, number: sceneNumber };
  };
  return [await one(7), await one(8)];
}

type Case = {
  name: string;
  args: string[];
  /** By ffprobe, by MediaInfo, and the sample entry's type. */
  found: [codec: string, format: string, entry: string];
  /** Whether this browser decodes it, and so also plays it. */
  isDecoded: boolean;
  isSoundCopied: boolean;
};

const CASES: Case[] = [
  {
    name: 'HEVC in MP4',
    args: [...HEVC, '-x265-params', 'log-level=none', '-tag:v', 'hvc1'],
    found: ['hevc', 'HEVC', 'hvc1'],
    isDecoded: false,
    isSoundCopied: true,
  },
  {
    name: 'HEVC with parameter sets in the stream',
    args: [...HEVC, '-x265-params', 'log-level=none:repeat-headers=1:keyint=24', '-tag:v', 'hev1'],
    found: ['hevc', 'HEVC', 'hev1'],
    isDecoded: false,
    isSoundCopied: true,
  },
  {
    name: 'HEVC in Matroska',
    args: [...HEVC, '-x265-params', 'log-level=none', '-f', 'matroska'],
    found: ['hevc', 'HEVC', 'hvc1'],
    isDecoded: false,
    isSoundCopied: true,
  },
  {
    name: 'AV1 in MP4',
    args: [...AV1, '-c:a', 'copy'],
    found: ['av1', 'AV1', 'av01'],
    isDecoded: true,
    isSoundCopied: true,
  },
  {
    name: 'AV1 in Matroska',
    args: [...AV1, '-c:a', 'copy', '-f', 'matroska'],
    found: ['av1', 'AV1', 'av01'],
    isDecoded: true,
    isSoundCopied: true,
  },
  {
    name: 'VP9 in MP4',
    args: [...VP9, '-c:a', 'copy'],
    // The name by which MediaInfo knows VP9 in MP4, whoever wrote it.
    found: ['vp9', 'vp09', 'vp09'],
    isDecoded: true,
    isSoundCopied: true,
  },
  {
    name: 'VP9 in WebM',
    args: [...VP9, '-c:a', 'libopus', '-f', 'webm'],
    // The name by which MediaInfo knows VP9 in MP4, whoever wrote it.
    found: ['vp9', 'vp09', 'vp09'],
    isDecoded: true,
    isSoundCopied: false,
  },
];

test.each(CASES)('clips of $name are copied as made', async ({ args, found, isDecoded, isSoundCopied }) => {
  const specs = await sources(args);
  const movie = await makeMovie(specs, ORIGINAL);
  const { receipt, verification } = movie.result;
  expect(receipt.stretches).toMatchObject([
    { kind: 'copy', frameCount: 96 },
    { kind: 'copy', frameCount: 96 },
  ]);
  expect(receipt.encoders.video).toBeNull();
  expect(receipt.sound?.encodedPackets === 0).toBe(isSoundCopied);
  expect(verification).toMatchObject({ comparedStretches: isDecoded ? 2 : 0, worstPictureDifference: 0 });
  expect(verification.decoded).toBe(isDecoded ? 'sampled' : 'none');
  const paths = specs.map(({ path }) => path);
  const verdict = await commands.judgeMovie(movie.base64, promisedBytes(movie.plan, receipt, paths));
  expect(verdict.problems).toEqual([]);
  const [codec, format, entry] = found;
  expect(verdict.mediainfo.video).toMatchObject({ Format: format, CodecID: entry, FrameCount: 192 });
  await commands.checkMovie(movie.base64, { ...expectationOf(specs, movie, ORIGINAL), videoCodec: codec });
  const shown = isDecoded ? await seekAndRead(movie.file, [0, 95, 96, 191], 24) : [];
  const wanted = [
    { scene: 7, frame: 0 },
    { scene: 7, frame: 95 },
    { scene: 8, frame: 0 },
    { scene: 8, frame: 95 },
  ];
  expect(shown.map(({ marker }) => marker)).toMatchObject(isDecoded ? wanted : []);
});

const WEBM: ExportTarget = { ...P360, format: 'webm' };

const WEBM_CASES = [
  { name: 'WebM', args: [...VP9, '-c:a', 'libopus', '-f', 'webm'] },
  { name: 'MP4', args: [...VP9, '-c:a', 'copy'] },
  {
    name: 'WebM that says more of its color than its pictures',
    args: [...VP9, '-c:a', 'libopus', '-bsf:v', 'vp9_metadata=color_space=unknown', '-f', 'webm'],
  },
];

test.each(WEBM_CASES)('clips of VP9 in $name are copied into a WebM', async ({ args }) => {
  const specs = await sources(args);
  const movie = await makeMovie(specs, WEBM);
  const { receipt, verification } = movie.result;
  expect(receipt.stretches).toMatchObject([
    { kind: 'copy', frameCount: 96 },
    { kind: 'copy', frameCount: 96 },
  ]);
  expect(receipt.encoders.video).toBeNull();
  expect(verification).toMatchObject({ comparedStretches: 2, worstPictureDifference: 0, decoded: 'sampled' });
  const paths = specs.map(({ path }) => path);
  const verdict = await commands.judgeMovie(movie.base64, promisedBytes(movie.plan, receipt, paths));
  expect(verdict.problems).toEqual([]);
  expect(await commands.foundPackets(movie.base64, paths, 'v')).toBe(192);
  expect(verdict.mediainfo.general.Format).toBe('WebM');
  expect(verdict.mediainfo.video).toMatchObject({ Format: 'VP9', CodecID: 'V_VP9' });
  await commands.checkMovie(movie.base64, expectationOf(specs, movie, WEBM));
  // Blocks of WebM do not say how long they last, and Chromium does not always seek to the last picture.
  const shown = await seekAndRead(movie.file, [0, 95, 96, 190], 24);
  expect(shown.map(({ marker }) => marker)).toMatchObject([
    { scene: 7, frame: 0 },
    { scene: 7, frame: 95 },
    { scene: 8, frame: 0 },
    { scene: 8, frame: 94 },
  ]);
});

test('a WebM is VP9, encoded where a clip is of another codec or changed', async () => {
  const [vp9, other] = await sources([...VP9, '-c:a', 'libopus', '-f', 'webm']);
  const [, av1] = await sources([...AV1, '-c:a', 'copy']);
  const reasonsOf = async (specs: Source[]): Promise<unknown[]> =>
    (await makeMovie(specs, WEBM)).result.receipt.stretches.map(({ kind, reasons }) => [kind, reasons]);
  const encoded = ['encode', ['format']];
  expect(await reasonsOf([vp9, av1])).toEqual([encoded, encoded]);
  expect(await reasonsOf([av1])).toEqual([encoded]);
  expect(await reasonsOf([vp9, { ...other, inFrame: 10 }])).toEqual([encoded, ['encode', ['format', 'trim']]]);
});

test('an MP4 is H.264 where its codec is not named, and where anything is changed', async () => {
  const specs = await sources([...VP9, '-c:a', 'copy']);
  const named = await makeMovie(specs, P360);
  expect(named.result.verification.videoCodec).toMatch(/^avc1/);
  expect(named.result.receipt.stretches).toMatchObject([
    { kind: 'encode', reasons: ['codec'] },
    { kind: 'encode', reasons: ['codec'] },
  ]);
  const changed = await makeMovie([specs[0], { ...specs[1], overlays: [overlay('Text', 0, 1)] }], ORIGINAL);
  expect(changed.result.verification.videoCodec).toMatch(/^avc1/);
  const trimmed = await makeMovie([specs[0], { ...specs[1], inFrame: 10 }], ORIGINAL);
  expect(trimmed.result.verification.videoCodec).toMatch(/^avc1/);
});

test('clips of the same codec and another configuration are encoded, if this browser can, or refused by their scene', async () => {
  const [first] = await sources([...HEVC, '-x265-params', 'log-level=none', '-tag:v', 'hvc1']);
  const [, second] = await sources([...HEVC, '-x265-params', 'log-level=none:bframes=0', '-tag:v', 'hvc1']);
  await expect(makeMovie([first, second], ORIGINAL)).rejects.toMatchObject({
    code: 'unsupported-source',
    facts: { sceneNumber: 7 },
  });
});
