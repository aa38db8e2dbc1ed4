/** Copied packets stand in the movie as they stand in their clips, whatever stands beside them. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import type { Receipt } from '#media/worker/client.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { x264Args } from '#tests/helpers/clips/x264-args.ts';
import { playThrough, seekAndRead } from '#tests/helpers/playback/video-reader.ts';
import {
  expectationOf,
  makeMovie,
  overlay,
  P360,
  sourceOf,
  verdictOf,
  type Movie,
  type SceneSpec,
  type SourceSpec,
} from './media-movie.ts';

/** Where the size isn't the point. */
const SMALL = { seconds: 4, size: '360p' } as const;

/** The same clip as another encoder would have made it. */
const foreign = (spec: ClipSpec, x264: string, rest: Partial<SceneSpec> = {}): Promise<SourceSpec> =>
  sourceOf(spec, rest, x264Args(x264));

/** Holds the file against everything that was promised of it, by readers that share no code with the engine. */
async function judged(movie: Movie, sources: readonly SourceSpec[]): Promise<Receipt> {
  const { receipt } = movie.result;
  const verdict = await verdictOf(movie, sources);
  expect(verdict.problems).toEqual([]);
  expect(verdict.mediainfo.video).toMatchObject({ FrameRate_Mode: 'CFR', FrameCount: movie.plan.frameCount });
  expect(verdict.mediainfo.general).toMatchObject({ Title: movie.plan.title, IsStreamable: 'Yes' });
  return receipt;
}

/** The right picture around every join and at every third second, in this browser's own player. */
async function seeksRight(movie: Movie, sources: readonly SourceSpec[]): Promise<void> {
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

function kinds({ stretches }: Receipt): string {
  return stretches.map(({ kind, frameCount, reasons }) => [kind, frameCount, ...reasons].join(' ')).join(', ');
}

test('clips of one kind are joined bit for bit, and nothing is encoded', async () => {
  const sources = [
    await sourceOf({ ...SMALL, sceneNumber: 1 }),
    await sourceOf({ ...SMALL, seconds: 2, sceneNumber: 2 }),
    await sourceOf({ ...SMALL, seconds: 3, sceneNumber: 3 }),
  ];
  const movie = await makeMovie(sources, P360);
  const receipt = await judged(movie, sources);
  expect(kinds(receipt)).toBe('copy 96, copy 48, copy 72');
  expect(movie.result).toMatchObject({
    sizeBytes: movie.file.size,
    verification: { frameCount: 216, worstPictureDifference: 0 },
  });
  // The clips say nothing of their colours, and so the movie of their packets says nothing.
  expect((await commands.probeMovie(movie.base64)).video).not.toHaveProperty('color_primaries');
  expect(receipt.encoders).toMatchObject({ video: null, sound: null });
  expect(receipt.sound).toEqual({ copiedPackets: 423, encodedPackets: 0, silentPackets: 0, leftOut: [] });
  expect(receipt.stretches.every(({ clipHasContentCredentials }) => clipHasContentCredentials)).toBe(true);
  const { worstClickMs } = await commands.checkMovie(movie.base64, expectationOf(sources, movie, P360));
  expect(worstClickMs).toBeLessThan(10.7);
  await seeksRight(movie, sources);
  const played = await playThrough(movie.file, 24);
  expect(played.endedAtSeconds).toBeCloseTo(9, 1);
  expect(played.stalls).toBe(0);
});

test('encoded stretches stand beside copied ones that stay what they were', async () => {
  const sources = [
    await sourceOf({ ...SMALL, sceneNumber: 1 }),
    await sourceOf({ ...SMALL, sceneNumber: 2 }, { overlays: [overlay('The river', 1, 2)] }),
    await sourceOf({ ...SMALL, sceneNumber: 3 }, { inFrame: 10 }),
    await sourceOf({ ...SMALL, sceneNumber: 4 }, { outFrame: 50 }),
    await sourceOf({ ...SMALL, sceneNumber: 5 }),
  ];
  const movie = await makeMovie(sources, P360);
  const receipt = await judged(movie, sources);
  expect(kinds(receipt)).toBe('copy 96, copy 21, encode 75 overlay, encode 86 trim, copy 49, encode 1 trim, copy 96');
  await commands.checkMovie(movie.base64, expectationOf(sources, movie, P360));
  await seeksRight(movie, sources);
});

test('foreign encoders’ clips join without being encoded: other profiles, CAVLC and CABAC, slices, B-frame depths', async () => {
  const sources = [
    await sourceOf({ ...SMALL, sceneNumber: 1 }),
    await foreign({ ...SMALL, sceneNumber: 2 }, '-profile:v main -x264-params weightp=2:slices=2:keyint=48'),
    await sourceOf({ ...SMALL, sceneNumber: 3 }),
    await foreign({ ...SMALL, sceneNumber: 4 }, '-profile:v baseline'),
    await foreign({ ...SMALL, sceneNumber: 5 }, '-profile:v high -bf 3 -x264-params b-pyramid=normal:ref=4:cabac=0'),
    await foreign(
      { ...SMALL, sceneNumber: 6 },
      '-profile:v high -bf 1 -x264-params aud=1:nal-hrd=vbr:vbv-maxrate=4000:vbv-bufsize=4000',
    ),
    await sourceOf({ ...SMALL, sceneNumber: 7 }, { inFrame: 30 }),
    await sourceOf({ ...SMALL, sceneNumber: 8 }),
  ];
  const movie = await makeMovie(sources, P360);
  const receipt = await judged(movie, sources);
  expect(kinds(receipt)).toBe('copy 96, copy 96, copy 96, copy 96, copy 96, copy 96, encode 66 trim, copy 96');
  await seeksRight(movie, sources);
});

test('what cannot be joined is encoded, and the receipt says why', async () => {
  const sources = [
    await sourceOf({ ...SMALL, sceneNumber: 1 }),
    await foreign({ ...SMALL, sceneNumber: 2 }, '-flags +ildct+ilme -x264opts tff=1'),
    await foreign({ ...SMALL, sceneNumber: 3 }, '-color_primaries bt709 -color_trc bt709 -colorspace bt709'),
    await sourceOf({ ...SMALL, sceneNumber: 4 }),
  ];
  const movie = await makeMovie(sources, P360);
  expect(kinds(await judged(movie, sources))).toBe('copy 96, encode 96 stream-kind, encode 96 color, copy 96');
  await seeksRight(movie, sources);
});

test('a stretch that was encoded once is not encoded again, and only the changed scene is', async () => {
  const sources = [
    await sourceOf({ ...SMALL, sceneNumber: 21 }, { inFrame: 3 }),
    await sourceOf({ ...SMALL, sceneNumber: 22 }, { inFrame: 3 }),
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
