/** Movies whose clips all share one configuration of HEVC, AV1 or VP9 are copied as they are, with a decoder here or without. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ExportTarget } from '#media/worker/client.ts';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import {
  expectationOf,
  makeMovie,
  overlay,
  P360,
  sourceOf,
  verdictOf,
  type Movie,
  type SourceSpec,
} from './media-movie.ts';

const ORIGINAL: ExportTarget = { ...P360, label: 'As made', keepsCodec: true };

const HEVC = ['-c:v', 'libx265', '-preset', 'ultrafast', '-c:a', 'copy'];
const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8'];
const AV1 = ['-c:v', 'libsvtav1', '-preset', '12'];

async function sources(args: string[]): Promise<[SourceSpec, SourceSpec]> {
  const spec = { seconds: 4, size: '360p' } as const;
  return [await sourceOf({ ...spec, sceneNumber: 7 }, {}, args), await sourceOf({ ...spec, sceneNumber: 8 }, {}, args)];
}

const BOTH_COPIED = [
  { kind: 'copy', frameCount: 96 },
  { kind: 'copy', frameCount: 96 },
];

/** Frames of two scenes of 96 frames, in this browser's own player. */
async function seeksRight({ file }: Movie, frames: readonly number[]): Promise<void> {
  const wanted = frames.map((frame) => ({ marker: { scene: frame < 96 ? 7 : 8, frame: frame % 96 } }));
  expect(await seekAndRead(file, frames, 24)).toMatchObject(wanted);
}

/** Each with its codec by ffprobe, its format by MediaInfo, and the type of its sample entry. */
const CASES: [name: string, args: string[], codec: string, format: string, entry: string][] = [
  ['HEVC in MP4', [...HEVC, '-x265-params', 'log-level=none', '-tag:v', 'hvc1'], 'hevc', 'HEVC', 'hvc1'],
  [
    'HEVC with parameter sets in the stream',
    [...HEVC, '-x265-params', 'log-level=none:repeat-headers=1:keyint=24', '-tag:v', 'hev1'],
    ...(['hevc', 'HEVC', 'hev1'] as const),
  ],
  ['HEVC in Matroska', [...HEVC, '-x265-params', 'log-level=none', '-f', 'matroska'], 'hevc', 'HEVC', 'hvc1'],
  ['AV1 in MP4', [...AV1, '-c:a', 'copy'], 'av1', 'AV1', 'av01'],
  ['AV1 in Matroska', [...AV1, '-c:a', 'copy', '-f', 'matroska'], 'av1', 'AV1', 'av01'],
  // MediaInfo knows VP9 in MP4 by this name, whoever wrote it.
  ['VP9 in MP4', [...VP9, '-c:a', 'copy'], 'vp9', 'vp09', 'vp09'],
  ['VP9 in WebM', [...VP9, '-c:a', 'libopus', '-f', 'webm'], 'vp9', 'vp09', 'vp09'],
];

test.each(CASES)('clips of %s are copied as made', async (_, args, codec, format, entry) => {
  const specs = await sources(args);
  const movie = await makeMovie(specs, ORIGINAL);
  const { receipt, verification } = movie.result;
  // What this browser decodes it also compares and plays.
  const isDecoded = codec !== 'hevc';
  expect(receipt.stretches).toMatchObject(BOTH_COPIED);
  expect(receipt.encoders.video).toBeNull();
  expect(receipt.sound?.encodedPackets === 0).toBe(!args.includes('libopus'));
  expect(verification).toMatchObject({ comparedStretches: isDecoded ? 2 : 0, worstPictureDifference: 0 });
  expect(verification.decoded).toBe(isDecoded ? 'sampled' : 'none');
  const verdict = await verdictOf(movie, specs);
  expect(verdict.problems).toEqual([]);
  expect(verdict.mediainfo.video).toMatchObject({ Format: format, CodecID: entry, FrameCount: 192 });
  await commands.checkMovie(movie.base64, { ...expectationOf(specs, movie, ORIGINAL), videoCodec: codec });
  if (isDecoded) await seeksRight(movie, [0, 95, 96, 191]);
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
  expect(receipt.stretches).toMatchObject(BOTH_COPIED);
  expect(receipt.encoders.video).toBeNull();
  expect(verification).toMatchObject({ comparedStretches: 2, worstPictureDifference: 0, decoded: 'sampled' });
  const verdict = await verdictOf(movie, specs);
  expect(verdict.problems).toEqual([]);
  const paths = specs.map(({ path }) => path);
  expect(await commands.foundPackets(movie.base64, paths, 'v')).toBe(192);
  expect(verdict.mediainfo.general.Format).toBe('WebM');
  expect(verdict.mediainfo.video).toMatchObject({ Format: 'VP9', CodecID: 'V_VP9' });
  await commands.checkMovie(movie.base64, expectationOf(specs, movie, WEBM));
  // Blocks of WebM do not say how long they last, and Chromium does not always seek to the last picture.
  await seeksRight(movie, [0, 95, 96, 190]);
});

test('a WebM is VP9, encoded where a clip is of another codec or changed', async () => {
  const [vp9, other] = await sources([...VP9, '-c:a', 'libopus', '-f', 'webm']);
  const [, av1] = await sources([...AV1, '-c:a', 'copy']);
  const reasonsOf = async (specs: SourceSpec[]): Promise<unknown[]> =>
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
