/** Movies as Firefox itself writes and plays them: one that is encoded, and one in which encoded stretches stand beside copied ones. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { P360, P720 } from '#tests/helpers/movie-of-clips.ts';
import { startFirefox, type FirefoxHarness } from './harness.ts';
import type { MovieSpec } from './movie-spec.ts';
import { caption, kinds, playbackProblems, problemsOf, scene } from './movies.ts';

let firefox: FirefoxHarness;
beforeAll(async () => {
  firefox = await startFirefox();
});
afterAll(() => firefox.close());

test('three clips of 720p become one movie that Firefox itself plays through and seeks around each join', async () => {
  const spec: MovieSpec = {
    target: P720,
    scenes: [
      { clip: { seconds: 4, sceneNumber: 1 }, outFrame: 48 },
      { clip: { seconds: 4, sceneNumber: 2 }, inFrame: 17, outFrame: 70 },
      { clip: { seconds: 4, sceneNumber: 3 }, inFrame: 30 },
    ],
  };
  expect(await firefox.capability(spec)).toMatchObject({ can: true });
  const movie = await firefox.exportAndCheck(spec);
  expect(movie.result.verification).toMatchObject({ frameCount: 48 + 53 + 66, audioCodec: 'mp4a.40.2' });
  expect(movie.phases.at(-1)).toBe('checking');
  expect(await playbackProblems(firefox, spec, movie)).toEqual([]);
});

test('encoded stretches stand beside copied ones that stay what they were, and each join is sought to', async () => {
  const spec: MovieSpec = {
    target: P360,
    scenes: [
      scene(1),
      scene(2, { overlays: [caption(1_000_000, 2_000_000)] }),
      scene(3, { inFrame: 10 }),
      scene(4, { outFrame: 50 }),
      scene(5),
    ],
  };
  const movie = await firefox.exportAndCheck(spec);
  expect(kinds(movie.result.receipt)).toEqual([
    'copy 96',
    'copy 21',
    'encode 75 overlay',
    'encode 86 trim',
    'copy 49',
    'encode 1 trim',
    'copy 96',
  ]);
  expect(await problemsOf(firefox, spec, movie)).toEqual([]);
});
