// The movie check passes a right movie, and names what is wrong with a wrong one.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { checkMovieFile, type MovieExpectation } from '#tests/helpers/movie-check.ts';

const expectation: MovieExpectation = {
  scenes: [
    { number: 1, frames: 96, fps: 24, firstFrame: 0 },
    { number: 2, frames: 144, fps: 24, firstFrame: 0 },
    { number: 3, frames: 96, fps: 24, firstFrame: 0 },
  ],
  fps: 24,
  width: 640,
  height: 360,
  videoCodec: 'h264',
  audioCodec: 'aac',
  clicks: true,
};

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'movie-check-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

let rightMovie: Promise<string> | undefined;
const right = (): Promise<string> => (rightMovie ??= movie([1, 2, 3]));

/** Joins clips of these scenes by ffmpeg's concat filter; `soundFilter` spoils the sound. */
async function movie(numbers: readonly number[], soundFilter = 'anull'): Promise<string> {
  const secondsOf = (number: number): number => (number === 2 ? 6 : 4);
  const paths = await Promise.all(
    numbers.map((sceneNumber) => clipPath({ seconds: secondsOf(sceneNumber), size: '360p', sceneNumber })),
  );
  // A decoder plays the last packet of sound whole, beyond the clip's end; cut, so that the joins stay exact.
  const cuts = numbers.map((number, at) => `[${at}:a]atrim=end=${secondsOf(number)}[a${at}];`).join('');
  const pads = paths.map((_, at) => `[${at}:v][a${at}]`).join('');
  const graph = `${cuts}${pads}concat=n=${paths.length}:v=1:a=1[v][joined];[joined]${soundFilter}[a]`;
  const path = join(folder, `${randomUUID()}.mp4`);
  const output = ['-map', '[v]', '-map', '[a]', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', path];
  await ffmpeg([...paths.flatMap((input) => ['-i', input]), '-filter_complex', graph, ...output]);
  return path;
}

test('a right movie passes and tells its figures', async () => {
  const figures = await checkMovieFile(await right(), expectation);
  expect(figures).toMatchObject({ frames: 336, firstVideoSeconds: 0, firstAudioSeconds: 0 });
  expect(figures.durationSeconds).toBeCloseTo(14, 1);
  expect(figures.clicks.map((click) => click.scene)).toEqual([1, 1, 2, 2, 2, 3, 3]);
  expect(figures.worstClickMs).toBeLessThan(3);
});

test('WebM with VP9 and Opus passes', async () => {
  const path = join(folder, 'right.webm');
  const codecs = '-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus -avoid_negative_ts disabled';
  await ffmpeg(['-i', await right(), ...codecs.split(' '), path]);
  const figures = await checkMovieFile(path, { ...expectation, videoCodec: 'vp9', audioCodec: 'opus' });
  // ffmpeg's own WebM has the sound earlier by the 6.5 ms of priming that Opus needs.
  expect(figures.worstClickMs).toBeLessThan(8);
});

test.each<[string, RegExp, scenes: number[], soundFilter?: string]>([
  ['a scene is missing', /frames: 192, not 336/, [1, 3]],
  ['the sound is 100 ms late', /click is off by (99|100|101)/, [1, 2, 3], 'adelay=100:all=1,atrim=end=14'],
  [
    'the sound is 20 ms early',
    /click is off by -(19|20|21)/,
    [1, 2, 3],
    'atrim=start=0.02,asetpts=PTS-STARTPTS,apad=whole_dur=14',
  ],
  ['two scenes of one length are swapped', /scene 1: shows scene 3/, [3, 2, 1]],
  ['the clicks are gone', /no click/, [1, 2, 3], 'volume=0'],
])('it fails if %s', async (_, problem, scenes, soundFilter) => {
  await expect(checkMovieFile(await movie(scenes, soundFilter), expectation)).rejects.toThrow(problem);
});

test('it fails if the scene begins with the wrong frame, and if size or codec are others', async () => {
  const path = await right();
  const [, ...others] = expectation.scenes;
  const scenes = [{ number: 1, frames: 96, fps: 24, firstFrame: 12 }, ...others];
  await expect(checkMovieFile(path, { ...expectation, scenes })).rejects.toThrow(/shows frame 0 of the clip, not 12/);
  const wrong = { ...expectation, width: 1280, audioCodec: 'opus' };
  await expect(checkMovieFile(path, wrong)).rejects.toThrow(/audio codec: aac, not opus[^]*width: 640, not 1280/);
});
