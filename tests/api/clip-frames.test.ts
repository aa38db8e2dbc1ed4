/** Posters and last pictures by the system's ffmpeg, and what happens where there is none. */
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findPrograms } from '#edge-api/node/find-program.ts';
import { ffmpegFrames } from '#edge-api/providers/frame-taker/ffmpeg.ts';
import { FrameError, noFrames, type FrameTaker } from '#edge-api/providers/frame-taker/port.ts';
import { generateVideos } from '#edge-api/services/generation.ts';
import { pictureType } from '#edge-api/services/picture-type.ts';
import { limits } from '#shared/limits.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { readMarker } from '#tests/helpers/clips/marker.ts';
import { ffmpeg } from '#tests/helpers/clips/run-ffmpeg.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { startStudio, type Studio } from './generation-harness.ts';

let program: string;
let folder: string;

beforeAll(async () => {
  const programFolders = (process.env['PATH'] ?? '').split(':');
  const programs = await findPrograms({ ffmpegPath: null, ffprobePath: null, programFolders });
  program = programs.ffmpeg ?? '';
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storyreel-frame-test-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

const filmed = (bytes: Uint8Array, durationSeconds: number) => ({
  body: new Blob([new Uint8Array(bytes)]).stream(),
  durationSeconds,
});
const never = new AbortController().signal;

/** The marker in a JPEG, and its size in pixels. */
async function look(picture: Uint8Array, upright = false) {
  const grey = await ffmpeg(['-f', 'mjpeg', '-i', '-', '-f', 'rawvideo', '-pix_fmt', 'gray', '-'], {
    stdin: [picture],
  });
  const ratio = upright ? 9 / 16 : 16 / 9;
  const width = Math.round(Math.sqrt(grey.length * ratio));
  const height = grey.length / width;
  return { marker: readMarker(grey, width, height), width, height };
}

describe('ffmpeg', () => {
  test('takes the very first picture at 640 pixels and the very last one in the clip’s own size', async () => {
    const clip = await makeClip({ seconds: 8, size: '720p', sceneNumber: 9 });
    const frames = await ffmpegFrames(program).take(filmed(clip, 8), never);
    const [first, last] = [frames?.first ?? new Uint8Array(), frames?.last ?? new Uint8Array()];
    expect([pictureType(first), pictureType(last)]).toEqual(['image/jpeg', 'image/jpeg']);
    expect(await look(first)).toEqual({ marker: { scene: 9, frame: 0 }, width: 640, height: 360 });
    expect(await look(last)).toEqual({ marker: { scene: 9, frame: 191 }, width: 1280, height: 720 });
    expect(await readdir(folder)).toEqual([]);
  });

  test('finds the end of a clip whose header names a wrong length, and of a very short one', async () => {
    const taker = ffmpegFrames(program);
    const odd = await makeClip({
      seconds: 4,
      size: '360p',
      ratio: '9:16',
      sceneNumber: 3,
      broken: 'wrongLengthHeader',
    });
    const frames = await taker.take(filmed(odd, 4), never);
    expect((await look(frames?.last ?? new Uint8Array(), true)).marker).toEqual({ scene: 3, frame: 95 });
    const short = await makeClip({ seconds: 1, size: '360p', sceneNumber: 4 });
    const both = await taker.take(filmed(short, 1), never);
    expect((await look(both?.last ?? new Uint8Array())).marker).toEqual({ scene: 4, frame: 23 });
  });

  test('makes a picture smaller that would be too large as a file', async () => {
    const path = join(folder, 'noise.mp4');
    await ffmpeg([
      ...['-f', 'lavfi', '-i', 'testsrc2=s=1920x1080:d=0.25:r=24,noise=alls=100:allf=t'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '8', '-pix_fmt', 'yuv420p', path],
    ]);
    const noise = await ffmpeg(['-i', path, '-c', 'copy', '-f', 'mp4', '-movflags', 'frag_keyframe+empty_moov', '-']);
    await rm(path);
    const frames = await ffmpegFrames(program).take(filmed(noise, 0.25), never);
    expect(frames?.last.byteLength).toBeLessThanOrEqual(limits.frameBytes);
    expect((await look(frames?.last ?? new Uint8Array())).width).toBe(640);
  });

  test.each([
    ['a file that is cut off', 'truncated', 4],
    ['a page of HTML', 'notVideo', 4],
  ] as const)('gives an error for %s, and leaves nothing behind', async (_, broken, seconds) => {
    const clip = await makeClip({ seconds, size: '360p', sceneNumber: 1, broken });
    await expect(ffmpegFrames(program).take(filmed(clip, seconds), never)).rejects.toThrow(FrameError);
    expect(await readdir(folder)).toEqual([]);
  });

  test('is not led to other files by what it is given', async () => {
    const secret = join(folder, 'secret.mp4');
    await writeFile(secret, await makeClip({ seconds: 1, size: '360p', sceneNumber: 2 }));
    const list = Buffer.from(`ffconcat version 1.0\nfile '${secret}'\n`);
    await expect(ffmpegFrames(program).take(filmed(list, 1), never)).rejects.toThrow(FrameError);
  });

  test('that hangs is ended when nobody waits any more, and the next clip has its turn', async () => {
    const hanging = join(folder, 'hanging');
    await writeFile(hanging, '#!/bin/sh\nexec /bin/sleep 60\n');
    await chmod(hanging, 0o755);
    const clip = await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 });
    const taker = ffmpegFrames(hanging);
    const stop = new AbortController();
    const first = taker.take(filmed(clip, 1), stop.signal);
    const second = taker.take(filmed(clip, 1), AbortSignal.abort(new Error('Gone before its turn.')));
    stop.abort(new Error('Nobody waits.'));
    await expect(first).rejects.toThrow('Nobody waits.');
    await expect(second).rejects.toThrow('Gone before its turn.');
  });

  test('that can’t be run gives an error', async () => {
    const clip = await makeClip({ seconds: 1, size: '360p', sceneNumber: 1 });
    await expect(ffmpegFrames(join(folder, 'nothing')).take(filmed(clip, 1), never)).rejects.toThrow(FrameError);
  });
});

describe('a clip that brings no pictures', () => {
  let gemini: FakeGemini;
  let studio: Studio;
  beforeAll(async () => {
    gemini = await startFakeGemini({
      clips: ({ index }) => makeClip({ seconds: 4, size: '360p', sceneNumber: (index % 2) + 1 }),
    });
  });
  afterAll(() => gemini.close());
  afterEach(() => studio.close());

  /** Two scenes of which the second starts where the first ends. */
  async function chain(frameTaker: FrameTaker) {
    gemini.reset();
    studio = await startStudio({ apiKey: FAKE_KEYS.good, baseUrl: gemini.url, frameTaker });
    const projectId = await studio.addProject();
    const first = await studio.addScene(projectId, { prompt: 'A quiet harbour.' });
    const second = await studio.addScene(projectId, { prompt: 'The boat leaves.' });
    await studio.rows(`update scenes set continue_from_previous = 1 where id = '${second}'`);
    await generateVideos(studio.deps, { userId: studio.userId, idempotencyKey: null }, projectId);
    return { projectId, first, second };
  }

  /** The marker in the picture that the last scene was asked with. */
  async function firstFrameAsked() {
    const body = gemini.requests.findLast(({ operation }) => operation === 'interactions.create')?.body;
    const { input } = body as { input: { type: string; data: string }[] };
    return (await look(Buffer.from(input[0]?.data ?? '', 'base64'))).marker;
  }

  test('has its poster when it arrives, and the next scene starts from its last picture at once', async () => {
    const { projectId, first, second } = await chain(ffmpegFrames(program));
    await studio.finish();
    const { sha256, thumbnailUrl } = await studio.scene(projectId, first);
    expect(thumbnailUrl).toBe(`/api/media/${sha256}/frames/first`);
    expect((await studio.scene(projectId, second)).status).toBe('complete');
    expect(await firstFrameAsked()).toEqual({ scene: 1, frame: 95 });
    expect(studio.now() - studio.startedMs).toBeLessThan(60_000);
    // Two clips with two pictures each.
    expect(await studio.storedFiles()).toBe(6);
  });

  test('is complete without them where they can’t be taken, and they are taken later for the scene that waits', async () => {
    const real = ffmpegFrames(program);
    let taker: FrameTaker = {
      take: async ({ body }) => {
        await body.cancel();
        throw new FrameError('the machine is busy.');
      },
    };
    const { projectId, first, second } = await chain({ take: (clip, signal) => taker.take(clip, signal) });
    await studio.runner.runUntilIdle();
    for (let step = 0; step < 4; step++) await studio.advance(5_000);
    expect(await studio.scene(projectId, first)).toMatchObject({ status: 'complete', thumbnailUrl: null });
    expect((await studio.scene(projectId, second)).note).toContain('Waiting for the last frame of scene 1.');
    expect(studio.logged.filter((line) => line.includes('frames_not_taken'))).not.toEqual([]);

    taker = real;
    await studio.finish();
    expect((await studio.scene(projectId, first)).thumbnailUrl).toContain('/frames/first');
    expect((await studio.scene(projectId, second)).status).toBe('complete');
    expect(await firstFrameAsked()).toEqual({ scene: 1, frame: 95 });
  });

  test('waits for a browser on a host without ffmpeg', async () => {
    const { projectId, first, second } = await chain(noFrames);
    await studio.runner.runUntilIdle();
    for (let step = 0; step < 4; step++) await studio.advance(5_000);
    expect((await studio.scene(projectId, first)).thumbnailUrl).toBeNull();
    expect((await studio.scene(projectId, second)).note).toContain('Your browser makes it while the project is open.');
    expect(studio.logged.filter((line) => line.includes('frames_not_taken'))).toEqual([]);
  });
});
