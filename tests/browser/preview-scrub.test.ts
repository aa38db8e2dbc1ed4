/** Scrub copies: a small picture at once and the exact one behind it, made while nobody needs the machine. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeScrubCopy } from '#media/worker/client.ts';
import { clearScrubFiles, readScrubFile, removeScrubFile, scrubUsage, writeScrubFile } from '#opfs/scrub-files.ts';
import { sceneAtFrame } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { until } from '#tests/helpers/playback/player-stage.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { clip, planOf, type SceneSpec } from './media-movie.ts';
import { drawn, markerAt } from './preview-checks.ts';
import { stageOfTests } from './stage.ts';

const stage = stageOfTests();

beforeEach(async () => void (await clearScrubFiles()));
afterEach(() => vi.restoreAllMocks());

const small = (sceneNumber: number, seconds = 4) => clip({ seconds, size: '360p', sceneNumber, sound: 'tone' });
const never = new AbortController().signal;

async function open(specs: readonly SceneSpec[], hasCopies: boolean) {
  const { plan, sources } = await planOf(specs);
  for (const {
    clip: { sha256 },
  } of hasCopies ? plan.scenes : []) {
    const source = sources[sha256];
    if (source) await makeScrubCopy(source, sha256, never);
  }
  return stage.show(plan, sources);
}

test('a seek shows the small picture of its frame first, then the exact one, over cuts, trims and other rates', async () => {
  const { it, plan, shown, scrubbed } = await open(
    [
      { file: await small(1, 8), number: 1 },
      { file: await clip({ seconds: 4, size: '360p', sceneNumber: 2, fps: 30 }), number: 2, inFrame: 20 },
    ],
    true,
  );
  await drawn(shown, 0);
  const random = randomFrom(3);
  for (let seek = 0; seek < 12; seek += 1) {
    const frame = Math.floor(random() * plan.frameCount);
    const at = sceneAtFrame(plan, frame);
    const wanted = { scene: at?.scene.sceneNumber ?? -1, frame: at?.clipFrame ?? -1 };
    const before = shown.length;
    it.seek(frameTimeUs(frame, plan.fps));
    await expect.poll(() => shown.length > before || scrubbed.at(-1) === frame, { interval: 1 }).toBe(true);
    // Whichever it is by now: it is of this frame.
    expect(await markerAt(stage.element, wanted)).toEqual(wanted);
    await drawn(shown, frame);
    expect(await markerAt(stage.element, wanted)).toEqual(wanted);
  }
  expect(scrubbed.length).toBeGreaterThan(4);
});

test('a pointer that passes over the movie sees pictures all the way, and ends on the exact frame', async () => {
  const { it, plan, shown, scrubbed } = await open([{ file: await small(1, 8), number: 1 }], true);
  await drawn(shown, 0);
  for (let at = 0; at < 60; at += 1) {
    it.seek(frameTimeUs(190 - at * 3, plan.fps));
    await new Promise(requestAnimationFrame);
  }
  await drawn(shown, 13);
  expect(scrubbed.length).toBeGreaterThan(20);
});

test('a damaged copy does no harm: the exact picture alone is shown', async () => {
  const { plan, sources } = await planOf([{ file: await small(1), number: 1 }]);
  const sha256 = plan.scenes[0]?.clip.sha256 ?? '';
  await writeScrubFile(sha256, new Blob([new Uint8Array(500).fill(0x53)]));
  const { it, shown, scrubbed } = stage.show(plan, sources);
  it.seek(frameTimeUs(70, plan.fps));
  await drawn(shown, 70);
  expect(scrubbed).toEqual([]);
});

test('copies are made once nobody moves, not while the movie plays, and are found by the next player', async () => {
  const { it, plan, shown } = await open([{ file: await small(1), number: 1 }], false);
  const sha256 = plan.scenes[0]?.clip.sha256 ?? '';
  await drawn(shown, 0);
  it.play();
  await until(it, () => it.now() > 2_500_000);
  expect(await readScrubFile(sha256)).toBeNull();
  it.pause();
  await expect.poll(() => readScrubFile(sha256), { timeout: 20_000 }).not.toBeNull();
  it.close();
  const second = await open([{ file: await small(1), number: 1 }], false);
  second.it.seek(frameTimeUs(80, plan.fps));
  await drawn(second.shown, 80);
  expect(second.scrubbed).toContain(80);
});

test('copies keep to their budget, the oldest go first, and they go with their clip or all at once', async () => {
  const copy = new Blob([new Uint8Array(1_000)]);
  for (const name of ['a', 'b', 'c']) {
    await writeScrubFile(name, copy, 2_500);
    // The next one is newer by the file system's clock.
    const { lastModified } = (await readScrubFile(name)) ?? { lastModified: 0 };
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(lastModified);
  }
  expect([await readScrubFile('a'), await scrubUsage()]).toEqual([null, 2_000]);
  await removeScrubFile('b');
  expect([await readScrubFile('b'), await scrubUsage()]).toEqual([null, 1_000]);
  expect(await clearScrubFiles()).toBe(1_000);
  expect(await scrubUsage()).toBe(0);
});

test('J and L shuttle through small pictures, twice and four times as fast, and back; K stays on the exact frame', async () => {
  const { it, plan, shown, scrubbed } = await open([{ file: await small(1, 8), number: 1 }], true);
  await drawn(shown, 0);
  it.shuttle(1);
  expect(it.getState()).toMatchObject({ isPlaying: true, rate: 1 });
  it.shuttle(1);
  expect(it.getState()).toMatchObject({ isPlaying: false, rate: 2 });
  it.shuttle(1);
  it.shuttle(1);
  expect(it.getState().rate).toBe(4);
  await until(it, () => it.now() > 6_000_000);
  it.shuttle(-1);
  expect(it.getState().rate).toBe(-1);
  it.shuttle(-1);
  expect(it.getState().rate).toBe(-2);
  const turnedUs = it.now();
  await until(it, () => it.now() < turnedUs - 1_000_000);
  it.pause();
  expect(it.getState()).toMatchObject({ isPlaying: false, rate: 1 });
  const frame = Math.floor((it.now() * 24) / 1_000_000 + 0.001);
  await drawn(shown, frame);
  expect(await markerAt(stage.element, { scene: 1, frame })).toEqual({ scene: 1, frame });
  expect(scrubbed.length).toBeGreaterThan(10);
  it.shuttle(-1);
  it.shuttle(-1);
  it.shuttle(-1);
  await until(it, () => it.getState().rate === 1);
  expect(it.now()).toBe(0);
  it.shuttle(1);
  it.shuttle(1);
  await until(it, () => it.getState().rate === 1);
  expect(it.now()).toBe(frameTimeUs(plan.frameCount - 1, plan.fps));
});
