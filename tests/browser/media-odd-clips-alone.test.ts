/** Clips that people have and the model does not make, each by itself. A file of its own, so that it runs beside the other. */
import { expect, test } from 'vitest';
import { makeMovie, P360, P720, type SceneSpec } from './media-movie.ts';
import { everyOddClip, oddClip, problemsOf } from './odd-clip-cases.ts';

test.each(everyOddClip)('a clip makes a movie by itself: $name', async (row) => {
  const { file, path } = await oddClip(row.name);
  const specs: SceneSpec[] = [{ file, number: 7 }];
  const movie = await makeMovie(specs, row.size === '720p' ? P720 : P360);
  expect(await problemsOf(specs, movie, row, [path])).toEqual([]);
  const kinds = movie.result.receipt.stretches.map(({ kind }) => kind);
  expect(kinds).toEqual([row.isCopied ? 'copy' : 'encode']);
});
