/** The server writes movies by ffmpeg; readers that share no code with it judge them. */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ffmpegMovies } from '#edge-api/providers/movie-writer/ffmpeg/writer.ts';
import { MovieWriteError, type DrawnText } from '#edge-api/providers/movie-writer/port.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import { clipPath } from '#tests/helpers/clips/make-clip.ts';
import { runTool } from '#tests/helpers/clips/run-ffmpeg.ts';
import { magentaBox, type Box } from '#tests/helpers/compare-movies.ts';
import { checkMovieFile } from '#tests/helpers/movie-check.ts';
import { expectationOfPlan, overlay, P360, P720 } from '#tests/helpers/movie-of-clips.ts';
import {
  FONT_FOLDER,
  serverMovie,
  serverPlan,
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
const MAGENTA = '#FF00FF';
const scene = async (number: number, rest: Partial<ServerScene> = {}): Promise<ServerScene> => ({
  path: await clipPath({ seconds: 4, size: SIZE, sceneNumber: number }),
  number,
  ...rest,
});

/** Frames of a movie in which every scene is there, whole and in sync. */
async function framesOf(movie: ServerMovie, target: typeof P360, clicks = true): Promise<number> {
  const { plan, path } = movie;
  const { frames } = await checkMovieFile(
    path,
    expectationOfPlan(plan, target, (index) => plan.scenes[index]?.sceneNumber ?? 0, clicks),
  );
  return frames;
}

/** What the first picture says of its colors, once it is decoded. */
async function firstFrameOf(path: string): Promise<unknown> {
  const shown = ['-show_entries', 'frame=color_space,color_range', '-of', 'json'];
  const { stdout } = await runTool('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v:0', '-read_intervals', '%+#1'],
    ...shown,
    path,
  ]);
  return z.object({ frames: z.array(z.unknown()) }).parse(JSON.parse(stdout.toString())).frames[0];
}

describe('what can be written without ffmpeg', () => {
  const needed = async (...scenes: ServerScene[]): Promise<boolean> => {
    const { plan, files } = await serverPlan(scenes);
    const open = async (sha256: string): Promise<string> => files.get(sha256) ?? '';
    return ffmpegMovies({ fontFolder: FONT_FOLDER, program: null }).needsFfmpeg(
      { plan, target: P360, open },
      AbortSignal.timeout(30_000),
    );
  };

  it('is what is only joined', async () => {
    expect(await needed(await scene(1), await scene(2))).toBe(false);
  });

  it('is no movie with a text, a muted scene, or a clip without sound', async () => {
    expect(await needed(await scene(1, { overlays: [overlay('Hello', 0, 1)] }))).toBe(true);
    expect(await needed(await scene(1), await scene(2, { muted: true }))).toBe(true);
    const silent = { path: await clipPath({ seconds: 4, size: SIZE, sceneNumber: 2, sound: 'none' }), number: 2 };
    expect(await needed(await scene(1), silent)).toBe(true);
  });
});

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
    const written = { overlays: [overlay('Hello', 0, 1)] };
    const movie = await movieOf([await scene(1), await scene(2, written), await scene(3)], P360);
    expect(movie.written.receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'encode', 'copy']);
    expect(await framesOf(movie, P360)).toBe(movie.plan.frameCount);
  });

  it('is a WebM', async () => {
    const target = { ...P360, format: 'webm' } as const;
    const movie = await movieOf([await scene(1), await scene(2)], target);
    expect(await framesOf(movie, target)).toBe(movie.plan.frameCount);
    // The pictures say their colors themselves: some decoders look nowhere else, and guess by the size.
    const { matrix } = movie.written.receipt.checks.color;
    expect(matrix).not.toBeNull();
    expect(await firstFrameOf(movie.path)).toEqual({ color_space: matrix, color_range: 'tv' });
  });

  it.each(['mp4', 'webm'] as const)(
    'of more scenes than one run of ffmpeg takes is whole, as %s',
    async (format) => {
      const target = { ...P360, width: 320, height: 180, format };
      const scenes: ServerScene[] = [];
      for (let number = 1; number <= 27; number += 1)
        scenes.push(await scene(1 + (number % 3), { inFrame: 6, outFrame: 18 }));
      const movie = await movieOf(scenes, target);
      expect(await framesOf(movie, target, false)).toBe(27 * 12);
    },
    180_000,
  );

  it('shows clips of another rate as the plan has them', async () => {
    const slow = { path: await clipPath({ seconds: 4, size: SIZE, sceneNumber: 3, fps: 30 }), number: 3 };
    const movie = await movieOf([await scene(1), slow], P360);
    expect(await framesOf(movie, P360)).toBe(movie.plan.frameCount);
  });
});

describe('text', () => {
  const shows = async (overlays: PlanOverlay[], drawn: DrawnText[] = []): Promise<Box | null> => {
    const movie = await movieOf([await scene(1, { overlays, outFrame: 24 })], P720, { drawnTexts: drawn });
    return await magentaBox(movie.path, 12, P720);
  };

  it('is the picture that the page sent, at the place that it said', async () => {
    const canvas = createCanvas(101, 51);
    const context = canvas.getContext('2d');
    context.fillStyle = MAGENTA;
    context.fillRect(0, 0, 101, 51);
    const path = join(tmpdir(), `storyreel-text-${randomUUID()}.png`);
    await writeFile(path, canvas.toBuffer('image/png'));
    try {
      const sent = { sceneId: '0', overlayIndex: 0, x: 333, y: 205, path };
      const box = await shows([overlay('Sent', 0, 4, { color: MAGENTA })], [sent]);
      expect(box).toEqual({ left: within(333), top: within(205), right: within(433), bottom: within(255) });
    } finally {
      await rm(path, { force: true });
    }
  });

  it('is drawn by the server where the page sent none', async () => {
    const box = await shows([overlay('Drawn here', 0, 4, { color: MAGENTA, position: 'center' })]);
    const middle = ((box?.left ?? 0) + (box?.right ?? 0)) / 2;
    expect(Math.abs(middle - 640)).toBeLessThan(8);
  });

  it('is seen in the last frame of a crossfade, if it begins there', async () => {
    const path = await clipPath({ seconds: 4, size: SIZE, sceneNumber: 3, fps: 30 });
    const overlays = [overlay('Late', 14 / 30, 4, { color: MAGENTA })];
    const crossfade = { kind: 'crossfade', seconds: 0.5, sound: true } as const;
    const movie = await movieOf([await scene(1, { transition: crossfade }), { path, number: 3, overlays }], P360);
    expect(await magentaBox(movie.path, 94, P360)).toBeNull();
    expect(await magentaBox(movie.path, 95, P360)).not.toBeNull();
  });

  it('that is no picture fails with the scene’s number', async () => {
    const path = join(tmpdir(), `storyreel-text-${randomUUID()}.png`);
    await writeFile(path, 'not a picture, but long enough to have a head');
    const sent = { sceneId: '0', overlayIndex: 0, x: 0, y: 0, path };
    await expect(shows([overlay('Sent', 0, 4)], [sent])).rejects.toMatchObject({ sceneNumber: 1 });
    await rm(path, { force: true });
  });
});

describe('a file that is no clip', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['an HTML page', Buffer.from('<!doctype html><p>Not a video.</p>')],
    ['zeros', Buffer.alloc(100_000)],
  ])('%s is named with its scene', async (_, bytes) => {
    const path = join(tmpdir(), `storyreel-no-clip-${randomUUID()}.mp4`);
    await writeFile(path, bytes);
    const writing = serverMovie([await scene(1)], P360, { replaced: path });
    await expect(writing).rejects.toThrow(MovieWriteError);
    await expect(writing).rejects.toThrow('scene 1');
    await rm(path, { force: true });
  });
});

describe('what is missing', () => {
  it('is ffmpeg, where a movie has to be encoded', async () => {
    await expect(serverMovie([await scene(1)], P720, { program: null })).rejects.toThrow(/^This server has no ffmpeg/);
  });

  it('is said by the check, which runs ffmpeg', async () => {
    const { signal } = new AbortController();
    const check = async (program: string | null) => await ffmpegMovies({ program, fontFolder: '' }).check(signal);
    expect(await check('/usr/bin/ffmpeg')).toEqual({
      available: true,
      version: expect.stringMatching(/^\d/),
      error: null,
    });
    expect(await check(null)).toMatchObject({ available: false, error: expect.stringContaining('no ffmpeg') });
    expect(await check('/bin/false')).toMatchObject({ available: false, version: null });
    expect(await check('/nowhere/ffmpeg')).toMatchObject({ available: false, version: null });
  });
});

/** Colors have half of the picture's resolution, and coding moves an edge by a pixel. */
function within(pixel: number): unknown {
  return expect.toSatisfy((found: number) => Math.abs(found - pixel) <= 2);
}
