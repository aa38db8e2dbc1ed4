/** Clips that people have and the model does not make, each trimmed and beside one of the model. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { clip, makeMovie, P360, P720, type SceneSpec } from './media-movie.ts';
import { everyOddClip, oddClip, problemsOf } from './odd-clip-cases.ts';

test.each(everyOddClip)('a clip makes a movie, trimmed, beside one of the model: $name', async (row) => {
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
