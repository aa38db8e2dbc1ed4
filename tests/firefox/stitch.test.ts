/** Movies of copied and of encoded stretches, and WebM, as Firefox writes and plays them. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportTarget, Receipt } from '#media/worker/client.ts';
import type { PlanOverlay } from '#shared/movie/movie-plan.ts';
import { P360 } from '#tests/helpers/movie-of-clips.ts';
import { startFirefox, type FirefoxHarness, type FirefoxMovie } from './harness.ts';
import { framesAroundJoins, wrongPictures, type MovieSpec, type SceneSpec } from './movie-spec.ts';

const WEBM: ExportTarget = { ...P360, format: 'webm' };

let firefox: FirefoxHarness;

beforeAll(async () => {
  firefox = await startFirefox();
});

afterAll(async () => {
  await firefox.close();
});

function scene(sceneNumber: number, rest: Omit<SceneSpec, 'clip'> = {}): SceneSpec {
  return { clip: { seconds: 4, size: '360p', sceneNumber }, ...rest };
}

/** Text below the marker of the pictures. */
function caption(startUs: number, endUs: number): PlanOverlay {
  return { text: 'The river', fontSize: 48, color: '#FFFFFF', position: 'bottom', startUs, endUs };
}

function kinds({ stretches }: Receipt): string[] {
  return stretches.map(({ kind, frameCount, reasons }) => [kind, frameCount, ...reasons].join(' '));
}

/** Every problem that other readers find in the file, and every wrong picture that Firefox shows around a join of stretches. */
async function problemsOf(spec: MovieSpec, movie: FirefoxMovie): Promise<string[]> {
  const { plan, result } = movie;
  const { problems, mediainfo } = await firefox.judge(spec, movie);
  expect(mediainfo.video).toMatchObject({ FrameRate_Mode: 'CFR', FrameCount: plan.frameCount });
  const sought = await firefox.seekAndRead(movie, framesAroundJoins(result.receipt.stretches, plan));
  return [...problems, ...wrongPictures(spec, plan, sought)];
}

test('encoded stretches stand beside copied ones that stay what they were, and each join is sought to', async () => {
  const spec: MovieSpec = {
    target: P360,
    scenes: [
      scene(1),
      scene(2, { overlays: [caption(1_000_000, 2_000_000)] }),
      scene(3, { inFrame: 10 }),
      scene(4, { outFrame: 50 }),
      scene(5),
    ],
  };
  const movie = await firefox.exportAndCheck(spec);
  expect(kinds(movie.result.receipt)).toEqual([
    'copy 96',
    'copy 21',
    'encode 75 overlay',
    'encode 86 trim',
    'copy 49',
    'encode 1 trim',
    'copy 96',
  ]);
  expect(await problemsOf(spec, movie)).toEqual([]);
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
  expect(kinds(movie.result.receipt)).toEqual([
    'copy 96',
    'copy 96',
    'copy 96',
    'copy 96',
    'copy 96',
    'encode 66 trim',
  ]);
  expect(await problemsOf(spec, movie)).toEqual([]);
});

test('a WebM of VP9 and Opus', async () => {
  const spec: MovieSpec = {
    target: WEBM,
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
