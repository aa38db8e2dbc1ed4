/** Movies of every usual kind, by ffmpeg's word on the file. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ExportTarget } from '#media/worker/client.ts';
import {
  clip,
  converted,
  expectationOf,
  makeMovie,
  overlay,
  P1080,
  P360,
  P720,
  picturesOf,
  type Movie,
  type SceneSpec,
} from './media-movie.ts';

const P480: ExportTarget = { width: 854, height: 480, format: 'mp4', label: '480p' };
const VIDEO_RANGE_BT709 = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false };

async function checked(
  specs: readonly SceneSpec[],
  target: ExportTarget,
  options: { clicks?: boolean; fps?: { num: number; den: number } } = {},
): Promise<Movie & { worstClickMs: number | null }> {
  const movie = await makeMovie(specs, target, options.fps === undefined ? {} : { fps: options.fps });
  const { worstClickMs } = await commands.checkMovie(
    movie.base64,
    expectationOf(specs, movie, target, options.clicks ?? true),
  );
  return { ...movie, worstClickMs };
}

/** Mean brightness of a part of a movie's frame, 0 to 255; the part in shares of the frame. */
async function brightness(
  movie: Movie,
  frame: number,
  part: { left: number; right: number; top: number; bottom: number },
): Promise<number> {
  const size = { width: 320, height: 180 };
  const [pixels = []] = await picturesOf(movie.base64, [frame], size);
  let sum = 0;
  let count = 0;
  for (let row = Math.round(part.top * size.height); row < Math.round(part.bottom * size.height); row += 1) {
    for (
      let column = Math.round(part.left * size.width);
      column < Math.round(part.right * size.width);
      column += 1, count += 1
    ) {
      const at = (row * size.width + column) * 3;
      sum += ((pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)) / 3;
    }
  }
  return sum / count;
}

/** A scene whose clip is small, where the size isn't the point. */
const small = async (sceneNumber: number, seconds = 4): Promise<SceneSpec> => ({
  file: await clip({ seconds, sceneNumber, size: '360p' }),
  number: sceneNumber,
});

const MIDDLE = { left: 0.35, right: 0.65, top: 0.46, bottom: 0.54 };

test('720p clips become a 1080p movie', async () => {
  const specs: SceneSpec[] = [
    { file: await clip({ seconds: 4, sceneNumber: 1 }), number: 1 },
    { file: await clip({ seconds: 4, sceneNumber: 2 }), number: 2 },
  ];
  const movie = await checked(specs, P1080);
  expect(movie.result.verification.color).toEqual(VIDEO_RANGE_BT709);
});

test('at 480p the picture keeps its shape', async () => {
  const { result } = await checked([{ file: await clip({ seconds: 4, sceneNumber: 5 }), number: 5 }], P480);
  expect(result.verification.worstPictureDifference).toBeLessThan(3);
});

test('an upright clip becomes an upright movie', async () => {
  const upright: ExportTarget = { width: 720, height: 1280, format: 'mp4', label: '720p' };
  const { result } = await checked(
    [{ file: await clip({ seconds: 4, sceneNumber: 6, size: '360p', ratio: '9:16' }), number: 6 }],
    upright,
  );
  expect(result.verification.frameCount).toBe(96);
});

test('an upright clip among wide ones stands between black bars', async () => {
  const specs: SceneSpec[] = [
    await small(1),
    { file: await clip({ seconds: 4, sceneNumber: 2, size: '360p', ratio: '9:16' }), number: 2 },
  ];
  const movie = await makeMovie(specs, P360);
  expect(await brightness(movie, 96 + 30, { left: 0.02, right: 0.3, top: 0.1, bottom: 0.9 })).toBeLessThan(3);
  expect(await brightness(movie, 96 + 30, { left: 0.4, right: 0.6, top: 0.3, bottom: 0.9 })).toBeGreaterThan(20);
});

test('trims on both ends play exactly the chosen frames, with their sound', async () => {
  const specs: SceneSpec[] = [
    { ...(await small(1, 6)), inFrame: 17, outFrame: 121 },
    { ...(await small(2)), inFrame: 13 },
    { ...(await small(3, 6)), outFrame: 85 },
  ];
  const { worstClickMs, result } = await checked(specs, P360);
  expect(result.verification.frameCount).toBe(104 + 83 + 85);
  expect(worstClickMs).toBeLessThan(11);
});

test('text stands in the frames of its time and in no other, and a trim does not move it', async () => {
  const file = await clip({ seconds: 4, sceneNumber: 9, size: '360p', sound: 'none' });
  const texts = [overlay('MMMMMMMM MMMMMMMM', 1, 2, { fontSize: 72 })];
  const plain = await makeMovie([{ file, number: 9, inFrame: 12 }], P360);
  const movie = await makeMovie([{ file, number: 9, inFrame: 12, overlays: texts }], P360);
  const lift = async (frame: number): Promise<number> =>
    (await brightness(movie, frame, MIDDLE)) - (await brightness(plain, frame, MIDDLE));
  // The clip's frames 24 to 47 are the movie's 12 to 35.
  expect(Math.abs(await lift(11))).toBeLessThan(2);
  expect(await lift(12)).toBeGreaterThan(15);
  expect(await lift(35)).toBeGreaterThan(15);
  expect(Math.abs(await lift(36))).toBeLessThan(2);
  // Outside the text nothing is touched.
  const corner = { left: 0.02, right: 0.3, top: 0.7, bottom: 0.95 };
  expect(Math.abs((await brightness(movie, 20, corner)) - (await brightness(plain, 20, corner)))).toBeLessThan(1);
  expect(movie.result.verification.color).toEqual(plain.result.verification.color);
});

test('text is drawn in its colour, also where the picture is scaled', async () => {
  const file = await clip({ seconds: 4, sceneNumber: 9, size: '360p', sound: 'none' });
  const specs: SceneSpec[] = [
    { file, number: 9, overlays: [overlay('█████████████████', 0, 4, { fontSize: 72, color: '#FF0000' })] },
  ];
  const movie = await makeMovie(specs, P720);
  const [pixels = []] = await picturesOf(movie.base64, [30], { width: 320, height: 180 });
  const at = (90 * 320 + 160) * 3;
  expect(pixels[at]).toBeGreaterThan(225);
  expect(pixels[at + 1]).toBeLessThan(30);
  expect(pixels[at + 2]).toBeLessThan(30);
});

test('a clip without sound is silent in its place, and the next ones stay in step', async () => {
  const specs: SceneSpec[] = [
    await small(1),
    { file: await clip({ seconds: 4, sceneNumber: 2, size: '360p', sound: 'none' }), number: 2 },
    { file: await clip({ seconds: 6, sceneNumber: 3, size: '360p', sound: 'tone' }), number: 3 },
  ];
  const movie = await makeMovie(specs, P360);
  const expectation = expectationOf(specs, movie, P360, false);
  await commands.checkMovie(movie.base64, expectation);
  const levels = await commands.soundLevels(movie.base64, 0.5);
  expect(Math.max(...levels.slice(9, 15))).toBeLessThan(0.001);
  expect(Math.min(...levels.slice(17, 27))).toBeGreaterThan(0.03);
});

test('a movie none of whose clips has sound has no sound track', async () => {
  const specs: SceneSpec[] = [
    { file: await clip({ seconds: 4, sceneNumber: 1, size: '360p', sound: 'none' }), number: 1 },
  ];
  const movie = await makeMovie(specs, P360);
  const { soundSeconds } = await commands.checkMovie(movie.base64, {
    ...expectationOf(specs, movie, P360, false),
    audioCodec: null,
  });
  expect(soundSeconds).toBeNull();
});

test('a clip of 30 frames a second among those of 24 is shown at 24, and stays in step', async () => {
  const specs: SceneSpec[] = [
    await small(1),
    { file: await clip({ seconds: 4, sceneNumber: 2, size: '360p', fps: 30 }), number: 2 },
    await small(3),
  ];
  const movie = await checked(specs, P360);
  expect(movie.result.verification.frameCount).toBe(288);
});

test('sound of another configuration is encoded anew and stays in step', async () => {
  const other = ['-c:v', 'copy', '-c:a', 'aac', '-ar', '44100', '-ac', '1'];
  const file = await converted({ seconds: 4, sceneNumber: 2, size: '360p' }, other);
  const { worstClickMs } = await checked([await small(1), { file, number: 2 }, await small(3)], P360);
  expect(worstClickMs).toBeLessThan(11);
});

test('volume and muting are heard', async () => {
  const file = await clip({ seconds: 4, sceneNumber: 4, size: '360p', sound: 'tone' });
  const movie = await makeMovie(
    [
      { file, number: 4 },
      { file, number: 4, gainDb: 6 },
      { file, number: 4, muted: true },
    ],
    P360,
  );
  const levels = await commands.soundLevels(movie.base64, 0.5);
  const [plain = 0, louder = 0, muted = 1] = [levels[4], levels[12], levels[20]];
  expect(20 * Math.log10(louder / plain)).toBeCloseTo(6, 0);
  expect(muted).toBeLessThan(0.001);
});

test('clips of standard definition keep their colours among those of high definition', async () => {
  const spec = { seconds: 4, sceneNumber: 1, size: '360p', sound: 'none' } as const;
  const red = ['-f', 'lavfi', '-i', 'color=0xC03020:size=640x360:rate=24', '-map', '1:v', '-an', '-t', '2'];
  const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-color_range', 'tv'];
  const of = (matrix: string, tag: string): Promise<Blob> => {
    const tags = ['-colorspace', tag, '-color_primaries', tag, '-color_trc', tag];
    return converted(spec, [...red, ...h264, '-vf', `scale=out_color_matrix=${matrix}:out_range=tv`, ...tags]);
  };
  const movie = await makeMovie(
    [
      { file: await of('bt709', 'bt709'), number: 1 },
      { file: await of('bt601', 'smpte170m'), number: 2 },
    ],
    P360,
  );
  expect(movie.result.verification.color).toEqual(VIDEO_RANGE_BT709);
  const [a = [], b = []] = await picturesOf(movie.base64, [20, 68], { width: 16, height: 16 });
  for (let channel = 0; channel < 3; channel += 1)
    expect(Math.abs((a[channel] ?? 0) - (b[channel] ?? 255))).toBeLessThanOrEqual(4);
});
