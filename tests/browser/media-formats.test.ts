/** WebM, many clips, other places to write to, and the plan's transitions, music and levels. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exportCapability, startExport, type ExportTarget } from '#media/worker/client.ts';
import { movieWords } from '#shared/words/clip-words.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { musicBed } from '#tests/helpers/rows.ts';
import {
  base64Of,
  clip,
  converted,
  difference,
  expectationOf,
  inputOf,
  makeMovie,
  overlay,
  P360,
  P720,
  picturesOf,
  planOf,
  type Movie,
  type SceneSpec,
} from './media-movie.ts';

const SMALL = { seconds: 4, size: '360p' as const };

async function small(sceneNumber: number, rest: Partial<SceneSpec> = {}): Promise<SceneSpec> {
  return { file: await clip({ ...SMALL, sceneNumber }), number: sceneNumber, ...rest };
}

/** Red, green and blue by turns of a frame, 64 by 36. */
async function picture(base64: string, frame: number): Promise<Uint8Array> {
  const [pixels = new Uint8Array()] = await picturesOf(base64, [frame], { width: 64, height: 36 });
  return pixels;
}

/** Mean brightness of a frame, 0 to 255. */
async function brightness({ base64 }: Movie, frame: number): Promise<number> {
  return difference(await picture(base64, frame), []);
}

/** The first channel at 48 kHz, as this browser decodes it. */
async function decodedSound(file: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext(2, 1, 48_000);
  return (await context.decodeAudioData(await file.arrayBuffer())).getChannelData(0);
}

/** The amplitude of a tone in the tenth of a second around a time. */
function toneLevel(sound: Float32Array, hertz: number, seconds: number): number {
  const length = 4800;
  const from = Math.round(seconds * 48_000) - length / 2;
  let [real, imaginary] = [0, 0];
  for (let at = from; at < from + length; at += 1) {
    const phase = (2 * Math.PI * hertz * at) / 48_000;
    real += (sound[at] ?? 0) * Math.cos(phase);
    imaginary += (sound[at] ?? 0) * Math.sin(phase);
  }
  return (2 * Math.hypot(real, imaginary)) / length;
}

test.each([
  ['720p', P720],
  ['480p, clips that are scaled', { ...P360, width: 854, height: 480 }],
])('a WebM of VP9 and Opus: %s', async (name, { width, height }) => {
  const target: ExportTarget = { width, height, format: 'webm', label: name };
  const isScaled = name !== '720p';
  const specs: SceneSpec[] = isScaled
    ? [await small(1), await small(2), await small(3)]
    : [
        { file: await clip({ seconds: 4, sceneNumber: 1 }), number: 1, inFrame: 10 },
        {
          file: await clip({ seconds: 4, sceneNumber: 2, sound: 'none' }),
          number: 2,
          overlays: [overlay('WebM', 0, 1)],
        },
        { file: await clip({ seconds: 4, sceneNumber: 3 }), number: 3, outFrame: 60 },
      ];
  const movie = await makeMovie(specs, target);
  await commands.checkMovie(movie.base64, expectationOf(specs, movie, target, isScaled));
  expect(movie.result.receipt).toMatchObject({ file: { format: 'webm' }, encoders: { sound: 'Opus, native' } });
  // Blocks of WebM do not say how long they last, and Chromium does not always seek to the last picture.
  const last = movie.plan.frameCount - 2;
  expect(await seekAndRead(movie.file, [last, 0], 24)).toMatchObject([
    { marker: { scene: 3 } },
    { marker: { scene: 1, frame: isScaled ? 0 : 10 } },
  ]);
});

test('sixty clips, every other cut to an odd length, stay in step to the last', async () => {
  const specs = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      small((index % 6) + 1, index % 2 === 0 ? {} : { outFrame: 25 + ((index * 7) % 40) }),
    ),
  );
  const movie = await makeMovie(specs, P360);
  const { worstClickMs } = await commands.checkMovie(movie.base64, expectationOf(specs, movie, P360));
  expect(worstClickMs).toBeLessThan(11);
});

test('a crossfade mixes the pictures and the sound of two scenes and leaves the rest alone', async () => {
  const spec = (sceneNumber: number): ClipSpec => ({ ...SMALL, sceneNumber, sound: 'tone' });
  const [first, second] = [await clip(spec(1)), await clip(spec(2))];
  const movie = await makeMovie(
    [
      { file: first, number: 1, transition: { kind: 'crossfade', seconds: 1, sound: true } },
      { file: second, number: 2 },
    ],
    P360,
  );
  const { stretches, sound } = movie.result.receipt;
  expect(movie.plan.frameCount).toBe(168);
  expect(stretches.map(({ kind, startFrame, frameCount }) => [kind, startFrame, frameCount])).toEqual([
    ['copy', 0, 69],
    ['encode', 69, 3],
    ['encode', 72, 24],
    ['encode', 96, 72],
  ]);
  const before = { source: await commands.clipFile(spec(1)), movieFrame: 0, sourceFrame: 0, frameCount: 69 };
  const { problems } = await commands.judgeMovie(movie.base64, { copied: [before], absent: [] });
  expect(problems).toEqual([]);
  expect(await seekAndRead(movie.file, [71, 96, 167], 24)).toMatchObject([
    { marker: { scene: 1, frame: 71 } },
    { marker: { scene: 2, frame: 24 } },
    { marker: { scene: 2, frame: 95 } },
  ]);
  // The middle of the fade: half of what each scene shows there.
  const [mixed, going, coming] = [
    await picture(movie.base64, 84),
    await picture(await base64Of(first), 84),
    await picture(await base64Of(second), 12),
  ];
  const mean = going.map((value, at) => (value + (coming[at] ?? 0)) / 2);
  const contrast = difference(going, coming);
  expect(difference(mixed, mean)).toBeLessThan(contrast / 10);
  for (const scene of [going, coming]) expect(difference(mixed, scene) / contrast).toBeCloseTo(0.5, 1);
  // At 3.5 s both tones are heard at equal power; before and behind one of them alone, and most of that is copied.
  const heard = await decodedSound(movie.file);
  const tones = (seconds: number): number[] => [240, 260].map((hertz) => toneLevel(heard, hertz, seconds));
  const [onlyFirst = 0, noSecond = 0] = tones(2);
  const [noFirst = 0, onlySecond = 0] = tones(5);
  const [bothFirst = 0, bothSecond = 0] = tones(3.5);
  expect(onlyFirst).toBeCloseTo(0.1, 2);
  expect(onlySecond).toBeCloseTo(0.1, 2);
  expect(Math.max(noFirst, noSecond)).toBeLessThan(0.005);
  expect(bothFirst / onlyFirst).toBeCloseTo(Math.SQRT1_2, 1);
  expect(bothSecond / onlySecond).toBeCloseTo(Math.SQRT1_2, 1);
  // A second of fade is 48 packets of about 330.
  expect(sound?.encodedPackets).toBeLessThan(60);
  expect(sound?.copiedPackets).toBeGreaterThan(260);
});

test('a fade over black is black in its middle and whole at its ends', async () => {
  const movie = await makeMovie(
    [await small(3, { transition: { kind: 'fade-black', seconds: 1, sound: true } }), await small(4)],
    P360,
  );
  expect(movie.plan.frameCount).toBe(192);
  const [before, dark, after] = [
    await brightness(movie, 80),
    Math.max(await brightness(movie, 95), await brightness(movie, 96)),
    await brightness(movie, 110),
  ];
  expect(dark).toBeLessThan(before / 8);
  expect(dark).toBeLessThan(after / 8);
  expect(before).toBeGreaterThan(20);
});

test('music lies under the whole movie, fades, and is heard where a scene has no sound', async () => {
  const tone = await clip({ ...SMALL, sceneNumber: 9, sound: 'tone' });
  const audio = [musicBed({ gainDb: 0, fadeInSeconds: 1, fadeOutSeconds: 1 })];
  const specs = [
    { file: await clip({ ...SMALL, sceneNumber: 1, sound: 'none' }), number: 1 },
    { file: await clip({ ...SMALL, sceneNumber: 2, sound: 'none' }), number: 2 },
  ];
  const movie = await makeMovie(specs, P360, { music: tone, change: (plan) => ({ ...plan, audio }) });
  const levels = await commands.soundLevels(movie.base64, 0.25);
  const middle = levels[16] ?? 0;
  expect(middle).toBeGreaterThan(0.005);
  expect(levels[0]).toBeLessThan(middle / 2);
  expect(levels.at(-1)).toBeLessThan(middle / 2);
  expect(movie.result.receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'copy']);
  expect(movie.result.receipt.sound).toMatchObject({ copiedPackets: 0 });
});

test('a movie that is only copied can be had without writing a byte', async () => {
  const specs = [await small(1), await small(2)];
  const { plan, sources } = await planOf(specs);
  const result = await startExport({ ...inputOf(plan, sources, P360), output: { kind: 'blob' } });
  if (result.blob === null) throw new Error('There is no Blob');
  const base64 = await base64Of(result.blob);
  await commands.checkMovie(base64, expectationOf(specs, { plan }, P360));
  expect((await commands.judgeMovie(base64, { copied: [], absent: [] })).problems).toEqual([]);
});

test.each(['mp4', 'webm'] as const)('%s goes into a file that the person chose', async (format) => {
  const specs = [await small(1, { inFrame: 5 }), await small(2)];
  const target: ExportTarget = { ...P360, format };
  const { plan, sources } = await planOf(specs);
  // The same kind of handle as the picker of files gives.
  const handle = await (await navigator.storage.getDirectory()).getFileHandle(`chosen.${format}`, { create: true });
  const result = await startExport({ ...inputOf(plan, sources, target), output: { kind: 'file', handle } });
  const file = await handle.getFile();
  expect(file.size).toBe(result.sizeBytes);
  const base64 = await base64Of(file);
  await commands.checkMovie(base64, expectationOf(specs, { plan }, target));
});

test('the plan is told before the start: what is copied, what is encoded and why, how large and how long', async () => {
  const specs = [
    await small(1),
    await small(2, { overlays: [overlay('Hello', 1, 2)] }),
    await small(3, { gainDb: -6 }),
  ];
  const { plan, sources } = await planOf(specs);
  const { summary } = { summary: null, ...(await exportCapability({ plan, sources, target: P360 })) };
  const movie = await makeMovie(specs, P360);
  expect(summary).toMatchObject({
    sceneCount: 3,
    copiedScenes: 2,
    encodedSeconds: 75 / 24,
    sound: { reasons: ['volume'] },
    losesCredentials: true,
  });
  expect((summary?.sizeBytes ?? 0) / movie.file.size).toBeGreaterThan(0.5);
  expect((summary?.sizeBytes ?? 0) / movie.file.size).toBeLessThan(3);
  expect(summary?.seconds).toBeGreaterThan(0);
  const away = await exportCapability({ plan, sources: {}, target: P360 });
  expect(away).toEqual({ can: true, summary: null });
});

test('the file says what it is, who made it and that it was made with AI, however it was written', async () => {
  const specs = [await small(1), await small(2, { inFrame: 40 })];
  const named = { title: 'Über den Fluss & zurück', author: 'Ada Lovelace' };
  const made = (target: ExportTarget): Promise<Movie> =>
    makeMovie(specs, target, { change: (plan) => ({ ...plan, ...named }) });
  const smaller = { ...P360, width: 320, height: 180 };
  for (const target of [P360, smaller]) {
    const { base64, file } = await made(target);
    const { mediainfo } = await commands.judgeMovie(base64, { copied: [], absent: [] });
    expect(mediainfo.general).toMatchObject({
      Title: named.title,
      Performer: named.author,
      Comment: movieWords.madeWithAi,
    });
    const bytes = new TextDecoder('latin1').decode(await file.arrayBuffer());
    expect(bytes).toContain('trainedAlgorithmicMedia');
  }
  const { base64 } = await made({ ...smaller, format: 'webm' });
  const { mediainfo } = await commands.judgeMovie(base64, { copied: [], absent: [] });
  expect(mediainfo.general).toMatchObject({
    Title: named.title,
    Comment: movieWords.madeWithAi,
    extra: { ARTIST: named.author },
  });
  expect((await commands.probeMovie(base64)).format.tags).toMatchObject({
    title: named.title,
    ARTIST: named.author,
    COMMENT: movieWords.madeWithAi,
  });
});

test.each([
  [24_000, 1001],
  [30_000, 1001],
])('at %i/%i frames a second each frame stands for just as long as the next', async (num, den) => {
  const fps = { num, den };
  const args = ['-vf', `setpts=N*${den}/${num}/TB`, '-r', `${num}/${den}`, '-c:v', 'libx264', '-preset', 'ultrafast'];
  const file = await converted({ ...SMALL, sceneNumber: 1 }, [...args, '-c:a', 'copy', '-f', 'mp4']);
  // With its sound encoded too, nothing is copied.
  const movie = await makeMovie([{ file, number: 1, gainDb: -3 }], { ...P360, width: 320, height: 180 }, { fps });
  expect(movie.result.receipt.stretches.every(({ kind }) => kind === 'encode')).toBe(true);
  expect(movie.result.receipt.sound).toMatchObject({ copiedPackets: 0 });
  // The judge wants one step between all pictures, in whole ticks.
  const { problems } = await commands.judgeMovie(movie.base64, { copied: [], absent: [] });
  expect(problems).toEqual([]);
  const { video } = await commands.probeMovie(movie.base64);
  expect(video).toMatchObject({ avg_frame_rate: num / den, nb_frames: movie.plan.frameCount });
});
