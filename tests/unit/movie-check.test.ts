// The movie check passes a right movie, and names what is wrong with a wrong one.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

/** Joins clips by ffmpeg's concat filter; `soundFilter` spoils the sound. */
async function movie(name: string, scenes: readonly [number, number][], soundFilter = 'anull'): Promise<string> {
  const paths = await Promise.all(
    scenes.map(([sceneNumber, seconds]) => clipPath({ seconds, size: '360p', sceneNumber })),
  );
  // A decoder plays the last packet of sound whole, beyond the clip's end; cut, so that the joins stay exact.
  const cuts = scenes.map(([, seconds], index) => `[${index}:a]atrim=end=${seconds}[a${index}];`).join('');
  const pads = paths.map((_, index) => `[${index}:v][a${index}]`).join('');
  const graph = `${cuts}${pads}concat=n=${paths.length}:v=1:a=1[v][joined];[joined]${soundFilter}[a]`;
  const path = join(folder, `${name}.mp4`);
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac'];
  await ffmpeg([
    ...paths.flatMap((input) => ['-i', input]),
    '-filter_complex',
    graph,
    '-map',
    '[v]',
    '-map',
    '[a]',
    ...codecs,
    path,
  ]);
  return path;
}

describe('checkMovieFile', () => {
  test('passes a right movie and tells its figures', async () => {
    const path = await movie('right', [
      [1, 4],
      [2, 6],
      [3, 4],
    ]);
    const figures = await checkMovieFile(path, expectation);
    expect(figures).toMatchObject({ frames: 336, firstVideoSeconds: 0, firstAudioSeconds: 0 });
    expect(figures.durationSeconds).toBeCloseTo(14, 1);
    expect(figures.clicks.map((click) => click.scene)).toEqual([1, 1, 2, 2, 2, 3, 3]);
    expect(figures.worstClickMs).toBeLessThan(3);
  });

  test('passes WebM with VP9 and Opus', async () => {
    const mp4 = await movie('for-webm', [
      [1, 4],
      [2, 6],
      [3, 4],
    ]);
    const path = join(folder, 'right.webm');
    await ffmpeg([
      '-i',
      mp4,
      '-c:v',
      'libvpx-vp9',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-c:a',
      'libopus',
      '-avoid_negative_ts',
      'disabled',
      path,
    ]);
    const figures = await checkMovieFile(path, { ...expectation, videoCodec: 'vp9', audioCodec: 'opus' });
    // ffmpeg's own WebM has the sound earlier by the 6.5 ms of priming that Opus needs.
    expect(figures.worstClickMs).toBeLessThan(8);
  });

  test('fails if a scene is missing', async () => {
    const path = await movie('missing', [
      [1, 4],
      [3, 4],
    ]);
    await expect(checkMovieFile(path, expectation)).rejects.toThrow(/frames: 192, not 336/);
  });

  test('fails if the sound is 100 ms late', async () => {
    const path = await movie(
      'late',
      [
        [1, 4],
        [2, 6],
        [3, 4],
      ],
      'adelay=100:all=1,atrim=end=14',
    );
    await expect(checkMovieFile(path, expectation)).rejects.toThrow(/click is off by (99|100|101)/);
  });

  test('fails if the sound is 20 ms early', async () => {
    const path = await movie(
      'early',
      [
        [1, 4],
        [2, 6],
        [3, 4],
      ],
      'atrim=start=0.02,asetpts=PTS-STARTPTS,apad=whole_dur=14',
    );
    await expect(checkMovieFile(path, expectation)).rejects.toThrow(/click is off by -(19|20|21)/);
  });

  test('fails if two scenes of one length are swapped', async () => {
    const path = await movie('swapped', [
      [3, 4],
      [2, 6],
      [1, 4],
    ]);
    await expect(checkMovieFile(path, expectation)).rejects.toThrow(/scene 1: shows scene 3/);
  });

  test('fails if the clicks are gone', async () => {
    const path = await movie(
      'mute',
      [
        [1, 4],
        [2, 6],
        [3, 4],
      ],
      'volume=0',
    );
    await expect(checkMovieFile(path, expectation)).rejects.toThrow(/no click/);
  });

  test('fails if the scene begins with the wrong frame', async () => {
    const path = await movie('wrong-trim', [
      [1, 4],
      [2, 6],
      [3, 4],
    ]);
    const [first, ...others] = expectation.scenes;
    const scenes = [{ number: 1, frames: 96, fps: 24, ...first, firstFrame: 12 }, ...others];
    await expect(checkMovieFile(path, { ...expectation, scenes })).rejects.toThrow(/shows frame 0 of the clip, not 12/);
  });

  test('fails if size or codec are others', async () => {
    const path = await movie('plain', [
      [1, 4],
      [2, 6],
      [3, 4],
    ]);
    const wrong = { ...expectation, width: 1280, audioCodec: 'opus' };
    await expect(checkMovieFile(path, wrong)).rejects.toThrow(/audio codec: aac, not opus[^]*width: 640, not 1280/);
  });
});
