import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { clip, expectationOf, makeMovie, P1080, P720, type SceneSpec } from './media-movie.ts';

test('three clips become one movie whose pictures, sound and lengths are those of the plan', async () => {
  const specs: SceneSpec[] = [
    { file: await clip({ seconds: 4, sceneNumber: 1 }), number: 1 },
    { file: await clip({ seconds: 6, sceneNumber: 2 }), number: 2 },
    { file: await clip({ seconds: 4, sceneNumber: 3 }), number: 3 },
  ];
  const movie = await makeMovie(specs, P720);
  const figures = await commands.checkMovie(movie.base64, expectationOf(specs, movie, P720));
  expect(movie.result.verification.frameCount).toBe(14 * 24);
});

test('scaled to 1080p', async () => {
  const specs: SceneSpec[] = [{ file: await clip({ seconds: 4, sceneNumber: 1 }), number: 1 }];
  const movie = await makeMovie(specs, P1080);
  const figures = await commands.checkMovie(movie.base64, expectationOf(specs, movie, P1080));
  const probed = await commands.probeMovie(movie.base64);
});
