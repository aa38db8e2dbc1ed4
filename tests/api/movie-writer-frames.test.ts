/** Frames of clips are chosen by number, to the last one. */
import { tmpdir } from 'node:os';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { choiceFilters } from '#edge-api/providers/movie-writer/ffmpeg/frame-choice.ts';
import { clipInput, ffmpegOutput } from '#edge-api/providers/movie-writer/ffmpeg/run-ffmpeg.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';

const FPS = { num: 24, den: 1 };
const FRAMES = 96;

const hashes = async (filters: readonly string[]): Promise<string[]> => {
  const clip = clipInput(await clipPath({ seconds: 4, size: '360p', sceneNumber: 1 }));
  const ffmpeg = { program: '/usr/bin/ffmpeg', folder: tmpdir(), signal: new AbortController().signal };
  const args = [
    ...clip,
    '-map',
    '0:v:0',
    '-vf',
    filters.join(','),
    '-fps_mode',
    'passthrough',
    '-f',
    'framemd5',
    'pipe:1',
  ];
  const lines = (await ffmpegOutput(ffmpeg, args)).toString().split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(',').at(-1)?.trim() ?? '');
};

/** Frames that rise, some of them shown more than once, and some left out. */
const choices = fc
  .tuple(fc.integer({ min: 0, max: 40 }), fc.array(fc.constantFrom(0, 1, 1, 1, 2, 3), { minLength: 1, maxLength: 18 }))
  .map(([first, steps]) => steps.reduce((frames, step) => [...frames, (frames.at(-1) ?? 0) + step], [first]));

it('gives just the frames that were asked for, as often as asked', async () => {
  const all = await hashes(['null']);
  expect(new Set(all).size).toBe(FRAMES);
  await fc.assert(
    fc.asyncProperty(choices, async (shown) => {
      expect(await hashes(choiceFilters(shown, FPS))).toEqual(shown.map((frame) => all[frame]));
    }),
    { numRuns: 15 },
  );
});
