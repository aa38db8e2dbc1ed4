/** A range of a movie against the whole one: the files' pictures and sound, frame by frame. */
import { commands } from 'vitest/browser';
import { expect, test } from 'vitest';
import { rangeOf, sceneRange, type MovieRange } from '#shared/movie/range.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import {
  clip,
  difference,
  expectationOf,
  makeMovie,
  overlay,
  P360,
  picturesOf,
  type Movie,
  type SceneSpec,
} from './media-movie.ts';

const SMALL: Omit<ClipSpec, 'sceneNumber'> = { seconds: 4, size: '360p', sound: 'tone' };
const THUMB = { width: 160, height: 90 };
/** Levels of sound are compared over so many seconds. */
const PIECE_SECONDS = 0.25;

async function scenes(): Promise<SceneSpec[]> {
  return [
    {
      file: await clip({ ...SMALL, sceneNumber: 1 }),
      number: 1,
      overlays: [overlay('Across the cut', 1, 3)],
      transition: { kind: 'crossfade', seconds: 1, sound: true },
    },
    {
      file: await clip({ ...SMALL, sceneNumber: 2 }),
      number: 2,
      gainDb: -3,
      transition: { kind: 'fade-black', seconds: 1, sound: true },
    },
    { file: await clip({ ...SMALL, sceneNumber: 3 }), number: 3 },
  ];
}

/** How far the part's pictures and sound are from the whole movie's there, at worst. */
async function worstOf(
  whole: Movie,
  part: Movie,
  { fromFrame, toFrame }: MovieRange,
): Promise<{ picture: number; sound: number }> {
  const count = toFrame - fromFrame;
  const frames = Array.from({ length: count }, (_, frame) => frame);
  const shown = await picturesOf(part.base64, frames, THUMB);
  const before = await picturesOf(
    whole.base64,
    frames.map((frame) => fromFrame + frame),
    THUMB,
  );
  expect(shown).toHaveLength(count);
  const picture = Math.max(...shown.map((picture, at) => difference(picture, before[at] ?? new Uint8Array())));
  const levels = await commands.soundLevels(part.base64, PIECE_SECONDS);
  const all = await commands.soundLevels(whole.base64, PIECE_SECONDS);
  const offset = fromFrame / 24 / PIECE_SECONDS;
  expect(Number.isInteger(offset)).toBe(true);
  // At the very ends the clicks of the cut are faded.
  const inner = levels.map((level, at) => Math.abs(level - (all[offset + at] ?? 0))).slice(1, -1);
  return { picture, sound: Math.max(...inner) };
}

/** The encoder's own loss differs with where it begins; a frame or a step of a fade aside would be several times more. */
const CLOSE = { picture: 2.5, sound: 0.01 };

test.each([
  ['begins in a text and ends in a crossfade', { fromFrame: 48, toFrame: 84 }],
  ['begins in a crossfade and ends in a fade to black', { fromFrame: 84, toFrame: 162 }],
])('a range that %s is that part of the movie, to the frame', async (_, range) => {
  const specs = await scenes();
  const whole = await makeMovie(specs, P360);
  const part = await makeMovie(specs, P360, { change: (plan) => rangeOf(plan, range) });
  expect(part.result.verification.frameCount).toBe(range.toFrame - range.fromFrame);
  const worst = await worstOf(whole, part, range);
  expect(worst.picture).toBeLessThan(CLOSE.picture);
  expect(worst.sound).toBeLessThan(CLOSE.sound);
});

test('one scene alone is copied as a whole where nothing changes it', async () => {
  const specs: SceneSpec[] = [
    { file: await clip({ ...SMALL, sceneNumber: 1 }), number: 1 },
    { file: await clip({ ...SMALL, sceneNumber: 2 }), number: 2 },
  ];
  const movie = await makeMovie(specs, P360, {
    change: (plan) => rangeOf(plan, sceneRange(plan, '1') ?? { fromFrame: 0, toFrame: 1 }),
  });
  expect(movie.result.receipt.stretches).toMatchObject([
    { kind: 'copy', sceneNumber: 2, startFrame: 0, frameCount: 96 },
  ]);
  await commands.checkMovie(movie.base64, expectationOf(specs.slice(1), movie, P360, false));
});
