/**
 * Real clips, where STORYREEL_CLIPS_DIR names a folder of them: each sought picture is the one that ffmpeg finds there, and a
 * movie of each is right everywhere.
 */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { base64Of, fileAt, makeMovie, P720, picturesOf, planOf, verdictOf } from '#tests/browser/media-movie.ts';
import { removeTakenIn } from '#tests/browser/opfs.ts';
import { outcomeOf } from '#tests/browser/own-files-everywhere.ts';
import { stageOfTests } from '#tests/browser/stage.ts';
import { shownPixels, until } from '#tests/helpers/playback/player-stage.ts';

const stage = stageOfTests();

const SEEKS = 200;
const [WIDTH, HEIGHT] = [64, 36];
/** Mean difference of a channel: for clips without colour tags two programs take different matrices, and are 6 apart. */
const MOST_DIFFERENCE = 12;
/** Where little moves, another picture may be as near by chance. */
const CLEARLY_NEARER = 0.5;
const MOST_WAIT_MS = 5_000;

/** Places that look random and are the same each time. */
function places(frameCount: number): number[] {
  let state = 12_345;
  return Array.from({ length: SEEKS }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state % frameCount;
  });
}

function difference(seen: Uint8ClampedArray, wanted: Uint8Array): number {
  let sum = 0;
  for (let pixel = 0; pixel < WIDTH * HEIGHT; pixel += 1)
    for (let channel = 0; channel < 3; channel += 1)
      sum += Math.abs((seen[pixel * 4 + channel] ?? 0) - (wanted[pixel * 3 + channel] ?? 0));
  return sum / (WIDTH * HEIGHT * 3);
}

/** As many as ffmpeg takes in one expression. */
const AT_ONCE = 48;

/** Every picture of a clip, as ffmpeg decodes it. */
async function everyPicture(file: Blob, frameCount: number): Promise<Uint8Array[]> {
  const base64 = await base64Of(file);
  const pictures: Uint8Array[] = [];
  for (let from = 0; from < frameCount; from += AT_ONCE) {
    const frames = Array.from({ length: Math.min(AT_ONCE, frameCount - from) }, (_, at) => from + at);
    pictures.push(...(await picturesOf(base64, frames, { width: WIDTH, height: HEIGHT })));
  }
  return pictures;
}

/** Waits for the picture of a frame. Null when it is there, else what stands in its place. */
async function untilShown(frame: number, right: readonly Uint8Array[]): Promise<string | null> {
  const until = performance.now() + MOST_WAIT_MS;
  let said = `frame ${frame}: nothing`;
  while (performance.now() < until) {
    await new Promise(requestAnimationFrame);
    const pixels = shownPixels(stage.element, WIDTH, HEIGHT);
    if (pixels === null) continue;
    const off = right.map((picture) => difference(pixels, picture));
    const nearest = off.indexOf(Math.min(...off));
    const [mine, least] = [off[frame] ?? Number.NaN, off[nearest] ?? Number.NaN];
    if (mine <= MOST_DIFFERENCE && mine - least <= CLEARLY_NEARER) return null;
    said = `frame ${frame} is ${mine.toFixed(1)} off, ${nearest} is nearest (${least.toFixed(1)})`;
  }
  return said;
}

async function realFiles(): Promise<{ path: string; file: File }[]> {
  const paths = await commands.realClips();
  return await Promise.all(
    paths.map(async (path) => ({ path, file: new File([await fileAt(path)], 'Real clip.mp4') })),
  );
}

test('real clips are taken in and are right everywhere', async ({ signal }) => {
  for (const { path, file } of await realFiles())
    expect({ path, outcome: await outcomeOf(file, signal, false) }).toEqual({ path, outcome: null });
  await removeTakenIn();
});

test('every sought picture of real clips is the right one, and they are played through', async () => {
  for (const { path, file } of await realFiles()) {
    const { plan, sources } = await planOf([{ file, number: 1 }]);
    const { it } = stage.show(plan, sources);
    const right = await everyPicture(file, plan.frameCount);
    const wrong: string[] = [];
    for (const frame of places(plan.frameCount)) {
      it.seek(Math.round((frame * 1_000_000 * plan.fps.den) / plan.fps.num));
      const said = await untilShown(frame, right);
      if (said !== null) wrong.push(`${said}, ${it.getState().problem}`);
    }
    expect({ path, wrong }).toEqual({ path, wrong: [] });
    it.seek(Math.round((Math.max(0, plan.frameCount - 130) * 1_000_000) / 24));
    const problems: string[] = [];
    it.subscribe(() => {
      const { problem } = it.getState();
      if (problem !== null) problems.push(problem);
    });
    it.play();
    await until(it, () => it.getState().isPlaying);
    await until(it, () => !it.getState().isPlaying);
    expect(problems).toEqual([]);
    it.close();
  }
});

test('real clips are joined bit for bit', async () => {
  const files = await realFiles();
  const middle = Math.floor(files.length / 2);
  const sources = files.map((one, index) => ({
    ...one,
    number: index + 1,
    ...(index === middle ? { inFrame: 24, outFrame: 100 } : {}),
  }));
  if (sources.length === 0) return;
  const movie = await makeMovie(sources, P720);
  expect((await verdictOf(movie, sources)).problems).toEqual([]);
  const others = movie.result.receipt.stretches.filter(({ sceneNumber }) => sceneNumber !== middle + 1);
  expect(others.map(({ kind }) => kind)).toEqual(others.map(() => 'copy'));
});
