import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportTarget } from '#media/worker/client.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import { framesRgb } from '#tests/helpers/ffprobe.ts';
import { startFirefox, type FirefoxHarness, type FirefoxMovie } from './harness.ts';
import { framesAroundJoins, wrongPictures, type MovieSpec } from './movie-spec.ts';

const P720: ExportTarget = { width: 1280, height: 720, format: 'mp4', label: '720p' };
const P480: ExportTarget = { width: 854, height: 480, format: 'mp4', label: '480p' };
const P1080: ExportTarget = { width: 1920, height: 1080, format: 'mp4', label: '1080p' };
const UPRIGHT: ExportTarget = { width: 720, height: 1280, format: 'mp4', label: '720p' };

let firefox: FirefoxHarness;

beforeAll(async () => {
  firefox = await startFirefox();
});

afterAll(async () => {
  await firefox.close();
});

/** Plays and seeks the finished file in Firefox; one sentence for every picture that is not the planned one. */
async function playbackProblems(spec: MovieSpec, movie: FirefoxMovie): Promise<string[]> {
  const { plan } = movie;
  const sought = await firefox.seekAndRead(movie, framesAroundJoins(plan.scenes, plan));
  const played = await firefox.playThrough(movie);
  const endSeconds = (plan.frameCount * plan.fps.den) / plan.fps.num;
  const problems = [...wrongPictures(spec, plan, sought), ...wrongPictures(spec, plan, played.shown)];
  if (played.shown.length < plan.frameCount / 4) problems.push(`only ${played.shown.length} pictures were put up`);
  if (Math.abs(played.endedAtSeconds - endSeconds) > 0.05) problems.push(`it ended at ${played.endedAtSeconds} s`);
  return problems;
}

test('three clips of 720p become one movie that Firefox itself plays through and seeks around each join', async () => {
  const spec: MovieSpec = {
    target: P720,
    scenes: [
      { clip: { seconds: 4, sceneNumber: 1 }, outFrame: 48 },
      { clip: { seconds: 4, sceneNumber: 2 }, inFrame: 17, outFrame: 70 },
      { clip: { seconds: 4, sceneNumber: 3 }, inFrame: 30 },
    ],
  };
  expect(await firefox.capability(spec)).toMatchObject({ can: true });
  const movie = await firefox.exportAndCheck(spec);
  expect(movie.result.verification).toMatchObject({ frameCount: 48 + 53 + 66, audioCodec: 'mp4a.40.2' });
  expect(movie.phases.at(-1)).toBe('checking');
  expect(await playbackProblems(spec, movie)).toEqual([]);
});

const sizes: readonly [string, ExportTarget][] = [
  ['1080p', P1080],
  ['480p', P480],
];
test.each(sizes)('clips of 720p become a movie of %s', async (_, target) => {
  const spec: MovieSpec = {
    target,
    scenes: [
      { clip: { seconds: 4, sceneNumber: 4 }, outFrame: 40 },
      { clip: { seconds: 4, sceneNumber: 5 }, inFrame: 20, outFrame: 60 },
    ],
  };
  expect(await playbackProblems(spec, await firefox.exportAndCheck(spec))).toEqual([]);
});

test('an upright clip becomes an upright movie', async () => {
  const spec: MovieSpec = {
    target: UPRIGHT,
    scenes: [{ clip: { seconds: 4, sceneNumber: 6, ratio: '9:16' }, outFrame: 48 }],
  };
  expect(await playbackProblems(spec, await firefox.exportAndCheck(spec))).toEqual([]);
});

test('a clip without sound is silent in its place, and the ones around it stay in step', async () => {
  const spec: MovieSpec = {
    target: P480,
    scenes: [
      { clip: { seconds: 4, sceneNumber: 1 } },
      { clip: { seconds: 4, sceneNumber: 2, sound: 'none' }, outFrame: 36 },
      { clip: { seconds: 4, sceneNumber: 3 } },
    ],
  };
  const { figures } = await firefox.exportAndCheck(spec);
  expect(figures.soundSeconds).toBeCloseTo(9.5, 1);
});

test('a clip of 30 frames a second among those of 24 is shown at 24', async () => {
  const spec: MovieSpec = {
    target: P720,
    scenes: [
      { clip: { seconds: 4, sceneNumber: 1 }, outFrame: 36 },
      { clip: { seconds: 4, sceneNumber: 2, fps: 30 }, outFrame: 60 },
    ],
  };
  expect(await playbackProblems(spec, await firefox.exportAndCheck(spec))).toEqual([]);
});

test('text stands in the frames of its time and in no other', async () => {
  const text: PlanOverlay = {
    text: '█████████████████',
    fontSize: 72,
    color: '#FF0000',
    position: 'center',
    startUs: 500_000,
    endUs: 1_000_000,
  };
  const movie = await firefox.exportAndCheck({
    target: P720,
    scenes: [{ clip: { seconds: 4, sceneNumber: 9 }, outFrame: 36, overlays: [text] }],
  });
  const size = { width: 320, height: 180 };
  const centre = (90 * size.width + 160) * 3;
  const pictures = await framesRgb(movie.path, [11, 12, 23, 24], size);
  const isRed = pictures.map((pixels) => (pixels[centre] ?? 0) > 225 && (pixels[centre + 1] ?? 0) < 40);
  expect(isRed).toEqual([false, true, true, false]);
});

test('a picture of a clip is the frame that was asked for', async () => {
  const clip = { seconds: 4, sceneNumber: 7 };
  for (const frame of [0, 41, 95]) expect(await firefox.readClipFrame(clip, frame, 320)).toEqual({ scene: 7, frame });
});
