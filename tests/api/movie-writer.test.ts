/** The server writes movies by ffmpeg; readers that share no code with it judge them. */
import { rm } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { clipFrameAt } from '#shared/movie/movie-plan.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { checkMovieFile } from '#tests/helpers/movie-check.ts';
import {
  P360,
  P720,
  serverMovie,
  textOverlay,
  type ServerMovie,
  type ServerScene,
} from '#tests/helpers/server-movie.ts';

const made: string[] = [];
afterEach(async () => {
  for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function movieOf(...args: Parameters<typeof serverMovie>): Promise<ServerMovie> {
  const movie = await serverMovie(...args);
  made.push(movie.folder);
  return movie;
}

const SIZE = '360p';
const scene = async (number: number, rest: Partial<ServerScene> = {}): Promise<ServerScene> => ({
  path: await clipPath({ seconds: 4, size: SIZE, sceneNumber: number }),
  number,
  ...rest,
});

/** Frames of a movie in which every scene is there, whole and in sync. */
async function framesOf(movie: ServerMovie, target: typeof P360, clicks = true): Promise<number> {
  const { plan, path } = movie;
  const { frames } = await checkMovieFile(path, {
    scenes: plan.scenes.map((row) => ({
      number: row.sceneNumber,
      frames: row.outFrame - row.inFrame,
      fps: row.clip.fps.num / row.clip.fps.den,
      firstFrame: clipFrameAt(row, 0, plan.fps),
    })),
    fps: plan.fps.num / plan.fps.den,
    width: target.width,
    height: target.height,
    videoCodec: target.format === 'mp4' ? 'h264' : 'vp9',
    audioCodec: target.format === 'mp4' ? 'aac' : 'opus',
    clicks,
  });
  return frames;
}

describe('an untouched movie', () => {
  it('is joined without ffmpeg', async () => {
    const movie = await movieOf([await scene(1), await scene(2)], P360, { program: null });
    const { receipt } = movie.written;
    expect(receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'copy']);
    expect(receipt.encoders).toMatchObject({ video: null, sound: null });
    expect(receipt.checks.decoded).toBe('none');
    expect(await framesOf(movie, P360)).toBe(movie.plan.frameCount);
  });

  it('is decoded after it was joined, where there is ffmpeg', async () => {
    const movie = await movieOf([await scene(1), await scene(2)], P360);
    expect(movie.written.receipt.checks).toMatchObject({
      decoded: 'sampled',
      comparedStretches: 2,
      worstPictureDifference: 0,
    });
  });
});

describe('an encoded movie', () => {
  it('has every frame and click at another size', async () => {
    const movie = await movieOf([await scene(1), await scene(2, { inFrame: 20, outFrame: 80 })], P720);
    expect(movie.written.receipt.stretches.map(({ kind }) => kind)).toEqual(['encode', 'encode']);
    expect(await framesOf(movie, P720)).toBe(movie.plan.frameCount);
  });

  it('stands beside copied pictures in one file', async () => {
    const written = { overlays: [textOverlay('Hello', 0, 1)] };
    const movie = await movieOf([await scene(1), await scene(2, written), await scene(3)], P360);
    expect(movie.written.receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'encode', 'copy']);
    expect(await framesOf(movie, P360)).toBe(movie.plan.frameCount);
  });

  it('is a WebM', async () => {
    const target = { ...P360, format: 'webm' } as const;
    const movie = await movieOf([await scene(1), await scene(2)], target);
    expect(await framesOf(movie, target)).toBe(movie.plan.frameCount);
  });

  it('shows clips of another rate as the plan has them', async () => {
    const slow = { path: await clipPath({ seconds: 4, size: SIZE, sceneNumber: 3, fps: 30 }), number: 3 };
    const movie = await movieOf([await scene(1), slow], P360);
    expect(await framesOf(movie, P360)).toBe(movie.plan.frameCount);
  });
});
