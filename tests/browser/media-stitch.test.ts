/** Copied packets stand in the movie as they stand in their clips, whatever stands beside them. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { ExportTarget, Receipt } from '#media/worker/client.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { x264Args } from '#tests/helpers/clips/x264-args.ts';
import { playThrough, seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import { promisedBytes } from '#tests/helpers/readers/promised-bytes.ts';
import { expectationOf, makeMovie, overlay, P720, type Movie, type SceneSpec } from './media-movie.ts';

const P360: ExportTarget = { width: 640, height: 360, format: 'mp4', label: '360p' };

type Source = SceneSpec & { path: string };

async function source(path: string, number: number, rest: Partial<SceneSpec> = {}): Promise<Source> {
  const response = await fetch(`/@fs${path}`);
  return { file: await response.blob(), path, number, ...rest };
}

async function made(spec: ClipSpec, rest: Partial<SceneSpec> = {}): Promise<Source> {
  return await source(await commands.clipFile(spec), spec.sceneNumber, rest);
}

/** The same clip as another encoder would have made it. */
async function foreign(spec: ClipSpec, x264: string, rest: Partial<SceneSpec> = {}): Promise<Source> {
  return await source(await commands.convertedFile(spec, x264Args(x264)), spec.sceneNumber, rest);
}

/** Holds the file against everything that was promised of it, by readers that share no code with the engine. */
async function judged(movie: Movie, sources: readonly Source[]): Promise<Receipt> {
  const { receipt } = movie.result;
  const paths = sources.map(({ path }) => path);
  const verdict = await commands.judgeMovie(movie.base64, promisedBytes(movie.plan, receipt, paths));
  expect(verdict.problems).toEqual([]);
  expect(verdict.mediainfo.video).toMatchObject({ FrameRate_Mode: 'CFR', FrameCount: movie.plan.frameCount });
  expect(verdict.mediainfo.general).toMatchObject({ Title: movie.plan.title, IsStreamable: 'Yes' });
  return receipt;
}

/** The right picture around every join and at every third second, in this browser's own player. */
async function seeksRight(movie: Movie, sources: readonly Source[]): Promise<void> {
  const joins = movie.result.receipt.stretches.flatMap(({ startFrame, frameCount }) => [
    startFrame,
    startFrame + 1,
    startFrame + frameCount - 1,
  ]);
  const frames = [...new Set([...joins.toReversed(), 0, 72, movie.plan.frameCount - 1])].filter(
    (frame) => frame >= 0 && frame < movie.plan.frameCount,
  );
  const wanted = frames.map((frame) => {
    const index = movie.plan.scenes.findLastIndex((scene) => scene.startFrame <= frame);
    const scene = movie.plan.scenes[index];
    return {
      frame,
      marker: { scene: sources[index]?.number, frame: (scene?.inFrame ?? 0) + frame - (scene?.startFrame ?? 0) },
    };
  });
  expect(await seekAndRead(movie.file, frames, 24)).toMatchObject(wanted);
}

function kinds({ stretches }: Receipt): string[] {
  return stretches.map(({ kind, frameCount, reasons }) => [kind, frameCount, ...reasons].join(' '));
}

test('clips of one kind are joined bit for bit, and nothing is encoded', async () => {
  const sources = [
    await made({ seconds: 8, sceneNumber: 1 }),
    await made({ seconds: 4, sceneNumber: 2 }),
    await made({ seconds: 6, sceneNumber: 3 }),
  ];
  const movie = await makeMovie(sources, P720);
  const receipt = await judged(movie, sources);
  expect(kinds(receipt)).toEqual(['copy 192', 'copy 96', 'copy 144']);
  expect(receipt.encoders).toMatchObject({ video: null, sound: null });
  expect(receipt.sound).toEqual({ copiedPackets: 845, encodedPackets: 0, silentPackets: 0, leftOut: [] });
  expect(receipt.stretches.every(({ clipHasContentCredentials }) => clipHasContentCredentials)).toBe(true);
  const { worstClickMs } = await commands.checkMovie(movie.base64, expectationOf(sources, movie, P720));
  expect(worstClickMs).toBeLessThan(10.7);
  await seeksRight(movie, sources);
  const played = await playThrough(movie.file, 24);
  expect(played.endedAtSeconds).toBeCloseTo(18, 1);
  expect(played.stalls).toBe(0);
});

test('encoded stretches stand beside copied ones that stay what they were', async () => {
  const sources = [
    await made({ seconds: 4, sceneNumber: 1 }),
    await made({ seconds: 4, sceneNumber: 2 }, { overlays: [overlay('The river', 1, 2)] }),
    await made({ seconds: 4, sceneNumber: 3 }, { inFrame: 10 }),
    await made({ seconds: 4, sceneNumber: 4 }, { outFrame: 50 }),
    await made({ seconds: 4, sceneNumber: 5 }),
  ];
  const movie = await makeMovie(sources, P720);
  const receipt = await judged(movie, sources);
  expect(kinds(receipt)).toEqual([
    'copy 96',
    'copy 21',
    'encode 75 overlay',
    'encode 86 trim',
    'copy 49',
    'encode 1 trim',
    'copy 96',
  ]);
  await commands.checkMovie(movie.base64, expectationOf(sources, movie, P720));
  await seeksRight(movie, sources);
});

test('foreign encoders’ clips join without being encoded: other profiles, CAVLC and CABAC, slices, B-frame depths', async () => {
  const small = { seconds: 4, size: '360p' as const };
  const sources = [
    await made({ ...small, sceneNumber: 1 }),
    await foreign({ ...small, sceneNumber: 2 }, '-profile:v main -x264-params weightp=2:slices=2:keyint=48'),
    await made({ ...small, sceneNumber: 3 }),
    await foreign({ ...small, sceneNumber: 4 }, '-profile:v baseline'),
    await foreign({ ...small, sceneNumber: 5 }, '-profile:v high -bf 3 -x264-params b-pyramid=normal:ref=4:cabac=0'),
    await foreign(
      { ...small, sceneNumber: 6 },
      '-profile:v high -bf 1 -x264-params aud=1:nal-hrd=vbr:vbv-maxrate=4000:vbv-bufsize=4000',
    ),
    await made({ ...small, sceneNumber: 7 }, { inFrame: 30 }),
    await made({ ...small, sceneNumber: 8 }),
  ];
  const movie = await makeMovie(sources, P360);
  const receipt = await judged(movie, sources);
  expect(kinds(receipt)).toEqual([
    'copy 96',
    'copy 96',
    'copy 96',
    'copy 96',
    'copy 96',
    'copy 96',
    'encode 66 trim',
    'copy 96',
  ]);
  await seeksRight(movie, sources);
});

test('what cannot be joined is encoded, and the receipt says why', async () => {
  const small = { seconds: 4, size: '360p' as const };
  const sources = [
    await made({ ...small, sceneNumber: 1 }),
    await foreign({ ...small, sceneNumber: 2 }, '-flags +ildct+ilme -x264opts tff=1'),
    await foreign({ ...small, sceneNumber: 3 }, '-color_primaries bt709 -color_trc bt709 -colorspace bt709'),
    await made({ ...small, sceneNumber: 4 }),
  ];
  const movie = await makeMovie(sources, P360);
  expect(kinds(await judged(movie, sources))).toEqual([
    'copy 96',
    'encode 96 stream-kind',
    'encode 96 color',
    'copy 96',
  ]);
  await seeksRight(movie, sources);
});

test('a stretch that was encoded once is not encoded again, and only the changed scene is', async () => {
  const small = { seconds: 4, size: '360p' as const };
  const sources = [
    await made({ ...small, sceneNumber: 21 }, { inFrame: 3 }),
    await made({ ...small, sceneNumber: 22 }, { inFrame: 3 }),
  ];
  const reuse = ({ result }: Movie): boolean[] => result.receipt.stretches.map(({ isReused }) => isReused);
  await makeMovie(sources, P360);
  const again = await makeMovie(sources, P360);
  expect(reuse(again)).toEqual([true, true]);
  const [first, second] = sources;
  if (first === undefined || second === undefined) throw new Error('There are two scenes');
  const changed = await makeMovie([first, { ...second, inFrame: 4 }], P360);
  expect(reuse(changed)).toEqual([true, false]);
  await judged(changed, sources);
});

test('real clips of the model are joined bit for bit', async ({ skip }) => {
  const paths = await commands.realClips();
  if (paths.length === 0) skip();
  const sources = await Promise.all(paths.map((path, index) => source(path, index + 1)));
  const middle = Math.floor(sources.length / 2);
  const cut = sources.map((row, index) => (index === middle ? { ...row, inFrame: 24, outFrame: 100 } : row));
  const movie = await makeMovie(cut, P720);
  const receipt = await judged(movie, cut);
  const others = receipt.stretches.filter(({ sceneNumber }) => sceneNumber !== middle + 1);
  expect(others.map(({ kind }) => kind)).toEqual(others.map(() => 'copy'));
});
