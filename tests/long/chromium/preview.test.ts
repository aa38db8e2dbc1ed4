/** The preview, tried many times: seeks, joins, and random movies beside what the export makes of them. */
import { expect, test } from 'vitest';
import { until } from '#tests/helpers/playback/player-stage.ts';
import { clip, type SceneSpec } from '#tests/browser/media-movie.ts';
import { drawn, unlikePictures, wrongSeeks } from '#tests/browser/preview-checks.ts';
import { randomProject, soundDifferenceDb } from '#tests/browser/preview-parity.ts';
import { stageOfTests } from '#tests/browser/stage.ts';
import { SEED } from '#tests/helpers/test-values.ts';

const SEEKS = 1_000;
const PROJECTS = Number(import.meta.env['VITE_PARITY_RUNS'] ?? 200);
const JOINS = 60;

const stage = stageOfTests();

test('not one of 1,000 seeks shows another frame', async () => {
  const specs = [
    { seconds: 8, sceneNumber: 1 },
    { seconds: 15, sceneNumber: 2 },
    { seconds: 8, sceneNumber: 3, fps: 30 },
    { seconds: 8, sceneNumber: 4, hasOtherParameterSets: true },
  ] as const;
  const scenes = specs.map(async (spec) => ({ file: await clip(spec), number: spec.sceneNumber }));
  expect(await wrongSeeks(await stage.open(await Promise.all(scenes)), stage.element, SEEKS, 1)).toEqual([]);
});

test('60 joins with cuts, crossfades, and trims are played over in order: no frame is doubled, hardly one is missing, and none is waited for', async () => {
  const specs: SceneSpec[] = [];
  for (let at = 0; at <= JOINS; at += 1) {
    const inFrame = at % 2 === 0 ? 0 : 20 + (at % 40);
    specs.push({
      file: await clip({ seconds: 4, size: '360p', sceneNumber: 1 + (at % 8), sound: 'tone' }),
      number: 1 + (at % 8),
      inFrame,
      outFrame: inFrame + 36,
      transition: at % 3 === 0 ? { kind: 'crossfade', seconds: 0.25, sound: true } : null,
    });
  }
  const { it, plan, shown } = await stage.open(specs);
  await drawn(shown, 0);
  shown.length = 0;
  const began = performance.now();
  it.play();
  await until(it, () => it.getState().isPlaying);
  await until(it, () => !it.getState().isPlaying);
  const seconds = (performance.now() - began) / 1_000;
  // The clock stops for nothing but a clip that hasn't come.
  expect(seconds - (plan.frameCount * plan.fps.den) / plan.fps.num).toBeLessThan(2);
  const played = shown.slice(0, shown.findIndex((frame, at) => at > 0 && frame === 0) >>> 0);
  expect(played).toEqual([...new Set(played)].toSorted((a, b) => a - b));
  const isPlayed = new Set(played);
  const missing = plan.scenes.slice(1).map(({ startFrame }) => {
    const around = [-3, -2, -1, 0, 1, 2, 3].map((by) => startFrame + by);
    return around.filter((frame) => !isPlayed.has(frame)).length;
  });
  // A machine that has something else to do leaves out a picture here and there, and not more of them at joins.
  expect(Math.max(...missing)).toBeLessThanOrEqual(1);
  expect(missing.filter((count) => count > 0).length).toBeLessThanOrEqual(JOINS / 10);
});

test.each(Array.from({ length: PROJECTS }, (_, at) => SEED + at))('random movie %i', async (seed) => {
  const project = await randomProject(seed);
  expect(await soundDifferenceDb(project, seed % 2 === 0 ? 0 : 50_000)).toBeLessThan(-60);
  const opened = stage.show(project.plan, project.sources);
  expect(await unlikePictures(opened, stage.element, project, seed)).toEqual([]);
});
