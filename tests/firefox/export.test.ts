/** Movies of other sizes, of mixed clips, and of foreign encoders' ones, and WebM, as Firefox writes and plays them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import { P360, P720 } from '#tests/helpers/movie-of-clips.ts';
import { framesRgb } from '#tests/helpers/ffprobe.ts';
import { startFirefox, type FirefoxHarness } from './harness.ts';
import { framesAroundJoins, wrongPictures, type MovieSpec } from './movie-spec.ts';
import { caption, kinds, playbackProblems, problemsOf, scene } from './movies.ts';

const P480 = { width: 854, height: 480, format: 'mp4', label: '480p' } as const;
const P1080 = { width: 1920, height: 1080, format: 'mp4', label: '1080p' } as const;
const UPRIGHT = { width: 720, height: 1280, format: 'mp4', label: '720p' } as const;

let firefox: FirefoxHarness;
beforeAll(async () => {
  firefox = await startFirefox();
});
afterAll(() => firefox.close());

const twoClips: MovieSpec['scenes'] = [
  { clip: { seconds: 4, sceneNumber: 4 }, outFrame: 40 },
  { clip: { seconds: 4, sceneNumber: 5 }, inFrame: 20, outFrame: 60 },
];
const thirty: MovieSpec['scenes'] = [
  { clip: { seconds: 4, sceneNumber: 1 }, outFrame: 36 },
  { clip: { seconds: 4, sceneNumber: 2, fps: 30 }, outFrame: 60 },
];

test.each<[string, MovieSpec]>([
  ['clips of 720p become a movie of 1080p', { target: P1080, scenes: twoClips }],
  ['clips of 720p become a movie of 480p', { target: P480, scenes: twoClips }],
  [
    'an upright clip becomes an upright movie',
    { target: UPRIGHT, scenes: [{ clip: { seconds: 4, sceneNumber: 6, ratio: '9:16' }, outFrame: 48 }] },
  ],
  ['a clip of 30 frames a second among those of 24 is shown at 24', { target: P720, scenes: thirty }],
])('%s', async (_, spec) => {
  expect(await playbackProblems(firefox, spec, await firefox.exportAndCheck(spec))).toEqual([]);
});

test('a clip without sound is silent in its place, and the ones around it stay in step', async () => {
  const { figures } = await firefox.exportAndCheck({
    target: P480,
    scenes: [
      { clip: { seconds: 4, sceneNumber: 1 } },
      { clip: { seconds: 4, sceneNumber: 2, sound: 'none' }, outFrame: 36 },
      { clip: { seconds: 4, sceneNumber: 3 } },
    ],
  });
  expect(figures.soundSeconds).toBeCloseTo(9.5, 1);
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

test('foreign encoders’ clips join without being encoded: other profiles, CAVLC and CABAC, slices, B-frame depths', async () => {
  const spec: MovieSpec = {
    target: P360,
    scenes: [
      scene(1),
      scene(2, { x264: '-profile:v main -x264-params weightp=2:slices=2:keyint=48' }),
      scene(3),
      scene(4, { x264: '-profile:v baseline' }),
      scene(5, { x264: '-profile:v high -bf 3 -x264-params b-pyramid=normal:ref=4:cabac=0' }),
      scene(6, { inFrame: 30 }),
    ],
  };
  const movie = await firefox.exportAndCheck(spec);
  const copied = Array.from({ length: 5 }, () => 'copy 96');
  expect(kinds(movie.result.receipt)).toEqual([...copied, 'encode 66 trim']);
  expect(await problemsOf(firefox, spec, movie)).toEqual([]);
});

test('a WebM of VP9 and Opus', async () => {
  const spec: MovieSpec = {
    target: { ...P360, format: 'webm' },
    scenes: [scene(1, { outFrame: 40 }), scene(2, { inFrame: 20, outFrame: 60, overlays: [caption(0, 4_000_000)] })],
  };
  expect(await firefox.capability(spec)).toMatchObject({ can: true });
  const movie = await firefox.exportAndCheck(spec);
  expect(movie.result.receipt).toMatchObject({ file: { format: 'webm' }, encoders: { sound: 'Opus, native' } });
  // Blocks of WebM do not say how long they last, and browsers do not always seek to the last picture.
  const reached = { frameCount: movie.plan.frameCount - 1 };
  const sought = await firefox.seekAndRead(movie, framesAroundJoins(movie.plan.scenes, reached));
  expect(wrongPictures(spec, movie.plan, sought)).toEqual([]);
});

test('Firefox has no dialog to choose a file with, so that movies go to its private file system', async () => {
  expect(await firefox.canChooseFile()).toBe(false);
});
