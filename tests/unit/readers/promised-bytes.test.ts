import { expect, test } from 'vitest';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { judgeMovieFile } from '#tests/helpers/readers/judge-movie.ts';
import { promisedBytes, type PromisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import { movie, scene } from '../media/sound/sound-plan-builder.ts';
import { smallClip } from './movies.ts';

function absentFrom(plan: MoviePlan): PromisedBytes['absent'] {
  const paths = plan.scenes.map(({ clip }) => clip.sha256);
  return promisedBytes(plan, { stretches: [] }, paths).absent;
}

test('what a trim cuts away at either end must be absent', () => {
  const trimmed = scene({ inFrame: 40, outFrame: 100, clip: { sha256: 'a' } });
  expect(absentFrom(movie([trimmed, scene({ clip: { sha256: 'b' } })]))).toEqual([
    { source: 'a', from: 0, to: 36, beside: ['b'] },
    { source: 'a', from: 104, to: 108, beside: ['b'] },
  ]);
});

test('what another scene of the same clip plays may be there', () => {
  const [head, tail] = [scene({ outFrame: 60 }), scene({ inFrame: 60, outFrame: 150 })];
  expect(absentFrom(movie([head, tail]))).toEqual([{ source: 'clip', from: 154, to: 158, beside: [] }]);
});

test('packets in front of an in point are found where they are, unless another source has them too', async () => {
  const path = await smallClip(1);
  const judge = async (beside: string[]): Promise<string[]> =>
    (await judgeMovieFile(path, { copied: [], absent: [{ source: path, from: 0, to: 4, beside }] })).problems;
  expect((await judge([])).join('\n')).toMatch(/bytes from \d+ of .* are in the file/);
  expect(await judge([path])).toEqual([]);
});
