/** What an export is said to cost, before it is made. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { estimateOf, type Estimate } from '#media/export/plan/estimate.ts';
import { keptStretches, stretchWork } from '#media/export/segments/kept-stretches.ts';
import { planExport } from '#shared/export-plan/plan-export.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';
import { overlayFontFiles } from '#shared/movie/overlay-font.ts';
import { build, RECORDS, whole8s, type SceneSpec } from './plan-builder.ts';

const TARGET = { width: 1280, height: 720, format: 'mp4', label: '720p' } as const;
const FRAME_MEGAPIXELS = (1280 * 720) / 1_000_000;
const measured = { msPerMegapixel: 10, bitsPerSecond: 2_000_000 };

function planOf(specs: readonly SceneSpec[]) {
  const { plan: movie, clips } = build(specs);
  return { movie, clips, plan: planExport(movie, clips, TARGET, { encoderConfig: RECORDS.baseline }) };
}

function estimate(specs: readonly SceneSpec[]): Estimate {
  return estimateOf({ ...planOf(specs), bitrateBps: 4_000_000, measured });
}

/** Seconds of encoding as frames of the movie's size at the measured speed. */
function framesOfWork(specs: readonly SceneSpec[]): number {
  return (estimate(specs).work.encoding * 1000) / measured.msPerMegapixel / FRAME_MEGAPIXELS;
}

test('two frames at the end of a group cost the decoding of all of it', () => {
  const cut: SceneSpec = { ...whole8s, outFrame: 168 };
  expect(planOf([cut]).plan.video).toMatchObject([{ kind: 'copy' }, { kind: 'encode', frameCount: 2 }]);
  expect(framesOfWork([cut])).toBeCloseTo(2 + 166 * 0.38, 6);
  const decodingMs = 2;
  const { work } = estimateOf({ ...planOf([cut]), bitrateBps: 4_000_000, measured, decodingMs });
  expect(work.encoding).toBeCloseTo((FRAME_MEGAPIXELS * (2 * measured.msPerMegapixel + 166 * decodingMs)) / 1000, 9);
  const keyed = { ...cut.clip, keyEvery: 48 };
  expect(framesOfWork([{ ...cut, clip: keyed }])).toBeCloseTo(2 + (166 - 144) * 0.38, 6);
});

test('a crossfade decodes two scenes, and a clip of twice the rate twice the frames', () => {
  const first: SceneSpec = { ...whole8s, transition: { kind: 'crossfade', seconds: 1, sound: true } };
  // 2 frames behind the copied ones, 24 of both scenes, and the second from its start.
  const decoded = 166 + 168 + 24 + 24;
  expect(framesOfWork([first, whole8s])).toBeCloseTo(2 + 24 + 168 + decoded * 0.38, 6);
  const fast = { ...whole8s.clip, fps: { num: 48, den: 1 } };
  expect(framesOfWork([{ ...whole8s, clip: fast }])).toBeCloseTo(96 + 96 * 0.38, 0);
});

test('what earlier exports left costs no encoding, and its bytes are known', async () => {
  const asked = planOf([
    { ...whole8s, overlay: { start: 24, end: 48 } },
    { ...whole8s, inFrame: 1 },
  ]);
  const config = { codec: 'avc1.64001f', width: 1280, height: 720, bitrate: 4_000_000, framerate: 24 };
  const encoder = { config, record: RECORDS.baseline };
  const [text, trim] = asked.plan.video.filter((row): row is EncodedVideo => row.kind === 'encode');
  if (text === undefined || trim === undefined) throw new Error('Two stretches were to be encoded');
  const fontHashes = overlayFontFiles.map(({ sha256 }) => sha256);
  const work = await stretchWork(asked.movie, { plan: asked.plan, encoder }, fontHashes);
  expect(work.map(({ stretch }) => stretch)).toEqual([text, trim]);
  const index = { codec: '', description: null, sizes: [], keys: [], shown: null, timesUs: null, sample: null };
  const kept = await keptStretches(work, {
    read: async (key) => (key === work[0]?.key ? { key, index, media: new Blob([new Uint8Array(70_000)]) } : null),
  });
  expect([...kept]).toEqual([[text, 70_000]]);
  const told = (left: typeof kept) => estimateOf({ ...asked, bitrateBps: 4_000_000, measured, kept: left });
  const [after, before] = [told(kept), told(new Map())];
  const onlyTrim = estimate([{ ...whole8s, inFrame: 1 }]).work.encoding;
  expect(after.work.encoding).toBeCloseTo(onlyTrim, 9);
  const textBytes = (text.frameCount / 24) * (measured.bitsPerSecond / 8);
  expect(before.workBytes - after.workBytes).toBeCloseTo(textBytes, -1);
  expect(before.sizeBytes - after.sizeBytes).toBeCloseTo(textBytes - 70_000, -1);
});

test('the hashes of the overlay family are those of its files, in the order in which they are loaded', async () => {
  for (const { path, sha256 } of overlayFontFiles) {
    const file = await readFile(new URL(`../../../public${path}`, import.meta.url));
    expect(createHash('sha256').update(file).digest('hex')).toBe(sha256);
  }
});
