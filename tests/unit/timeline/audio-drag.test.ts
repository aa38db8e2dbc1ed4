/** Dragging music and voice-overs, and the line of their gain. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dragAudio, gripSeconds, trimAudio, type AudioGrip } from '#features/timeline/audio/audio-drag.ts';
import { audioWave, drawnStretch, gainPath, gainPoints, placed } from '#features/timeline/audio/gain-line.ts';
import { loudnessOver } from '#features/timeline/audio/heard-sound.ts';
import { movieAudioSchema } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { audioPiece, completeScene, projectRow, testHash } from '#tests/helpers/rows.ts';

const bounds = { movieSeconds: 30, fileSeconds: 12 };
const tenths = (most: number) => fc.integer({ min: 0, max: most * 10 }).map((value) => value / 10);
const pieces = fc.record({
  startSeconds: tenths(25),
  inSeconds: tenths(4),
  outSeconds: tenths(6).map((seconds) => seconds + 5),
  fadeInSeconds: tenths(3),
  fadeOutSeconds: tenths(3),
  loop: fc.boolean(),
  lengthSeconds: fc.option(tenths(10).map((seconds) => seconds + 0.5)),
});
const grips = fc.constantFrom<AudioGrip>('body', 'start', 'end', 'fade-in', 'fade-out');

describe('a trim at the playhead', () => {
  const piece = audioPiece({ startSeconds: 5, inSeconds: 1, outSeconds: 9 });

  test('cuts the piece, or draws it out', () => {
    expect(trimAudio(piece, 'start', 7, bounds)).toMatchObject({ startSeconds: 7, inSeconds: 3 });
    expect(trimAudio(piece, 'start', 2, bounds)).toMatchObject({ startSeconds: 4, inSeconds: 0 });
    expect(trimAudio(piece, 'end', 7, bounds)).toMatchObject({ outSeconds: 3 });
    expect(trimAudio(piece, 'end', 20, bounds)).toMatchObject({ outSeconds: 12 });
    expect(trimAudio(piece, 'end', 5.1, bounds)).toMatchObject({ outSeconds: 1.1 });
  });

  test('beside the piece, it never leaves a sliver of it', () => {
    for (const at of [12.95, 13, 20]) expect(trimAudio(piece, 'start', at, bounds)).toBeNull();
    for (const at of [0, 5, 5.05]) expect(trimAudio(piece, 'end', at, bounds)).toBeNull();
    expect(trimAudio({ ...piece, startSeconds: 31 }, 'end', 40, bounds)).toBeNull();
  });
});

describe('a drag', () => {
  test('leaves a piece that the server takes, in the movie and in its file', () => {
    fc.assert(
      fc.property(pieces, grips, fc.double({ min: -40, max: 40, noNaN: true }), (fields, grip, by) => {
        const piece = audioPiece(fields);
        const [dragged] = editAudio(
          [piece],
          [{ op: 'patch', id: piece.id, patch: dragAudio(piece, grip, by, bounds) }],
        );
        expect(movieAudioSchema.safeParse(dragged).success).toBe(true);
        const span = dragged && audioSpan(dragged, bounds);
        expect(span).not.toBeNull();
        if (!span || !dragged) return;
        expect(span.endSeconds - span.startSeconds).toBeGreaterThan(0.04);
        expect(dragged.inSeconds).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  test('of an end leaves the other where it is, and the sound too', () => {
    fc.assert(
      fc.property(pieces, fc.double({ min: -5, max: 5, noNaN: true }), (fields, by) => {
        const piece = audioPiece({ ...fields, loop: false });
        const whole = audioSpan(piece, bounds);
        if (whole === null || whole.endSeconds - whole.startSeconds < 0.5) return;
        const of = (grip: AudioGrip) =>
          editAudio([piece], [{ op: 'patch', id: piece.id, patch: dragAudio(piece, grip, by, bounds) }])[0] ?? piece;
        const [start, end] = [audioSpan(of('start'), bounds), audioSpan(of('end'), bounds)];
        expect(start?.endSeconds).toBeCloseTo(whole.endSeconds, 2);
        expect(end?.startSeconds).toBe(whole.startSeconds);
        // The same place of the file is heard at the same time.
        expect((start?.startSeconds ?? 0) - (start?.inSeconds ?? 0)).toBeCloseTo(
          whole.startSeconds - whole.inSeconds,
          2,
        );
      }),
    );
  });

  test('of a loop to the movie’s end makes it as long as the movie', () => {
    const loop = audioPiece({ loop: true, lengthSeconds: 4, outSeconds: 3 });
    expect(dragAudio(loop, 'end', 9, bounds)).toEqual({ lengthSeconds: 13 });
    expect(dragAudio(loop, 'end', 99, bounds)).toEqual({ lengthSeconds: null });
    expect(gripSeconds(loop, 'body', bounds)).toEqual([0, 4]);
  });
});

test('the line is the gain: its fades, and where it gives way', () => {
  const piece = audioPiece({ fadeInSeconds: 2, fadeOutSeconds: 2, duckDb: 20, duckSeconds: 0.4, gainDb: -6 });
  const span = audioSpan(piece, bounds);
  if (span === null) throw new Error('It is heard.');
  const shape = { peaks: Array.from({ length: 600 }, () => 255), powers: [] };
  const loudAt = (window: number): number => (window >= 250 && window < 300 ? 1 : 0);
  const points = gainPoints(piece, span, { shape, levelDb: 0, loudAt }, { from: 0, to: 500, step: 2 });
  const at = (seconds: number) => points.find((point) => point.at >= seconds);
  expect(at(0)?.gain).toBe(0);
  expect(at(1)?.gain).toBeCloseTo(0.5, 1);
  expect(at(3)?.gain).toBe(1);
  expect(at(5.5)?.gain).toBeCloseTo(0.1, 2);
  expect(at(5.5)?.peak).toBeCloseTo(0.05, 2);
  expect(at(7)?.gain).toBe(1);
  const drawn = placed(points, (seconds) => seconds * 10);
  expect(gainPath(drawn)).toMatch(/^M0\.000 100\.0L/);
  expect(audioWave(drawn)).toMatch(/Z$/);
});

test('only what is in view is drawn, at places that stay the same while the lane is scrolled', () => {
  const span = { startSeconds: 10, endSeconds: 310, inSeconds: 0, passSeconds: 300 };
  expect(drawnStretch(span, { from: 0, to: 9, px: 900 })).toBeNull();
  expect(drawnStretch(span, { from: 0, to: 400, px: 40_000 })).toEqual({ from: 0, to: 15_000, step: 1 });
  const [one, next] = [100.03, 100.11].map((from) => drawnStretch(span, { from, to: from + 20, px: 500 }));
  expect(one).toEqual({ from: 4_500, to: 5_504, step: 4 });
  expect(((next?.from ?? 0) - (one?.from ?? 0)) % 4).toBe(0);
  const heard = {
    shape: { peaks: Array.from({ length: 15_000 }, (_, at) => at % 256), powers: [] },
    levelDb: 0,
    loudAt: () => 0,
  };
  const piece = audioPiece({ outSeconds: 300, startSeconds: 10 });
  const [part, whole] = [one ?? { from: 0, to: 0, step: 1 }, { from: 0, to: 15_000, step: 4 }].map((stretch) =>
    gainPoints(piece, span, heard, stretch),
  );
  expect(part).toHaveLength(252);
  expect(whole?.slice(4_500 / 4, 4_500 / 4 + 251)).toEqual(part?.slice(0, 251));
});

test('what is heard of scenes and voice-overs is known for every window, across a join and in a crossfade', () => {
  const shape = (peak: number) => ({ peaks: Array.from({ length: 500 }, () => peak), powers: [] });
  const scenes = [
    completeScene(1, { transition: { kind: 'crossfade', seconds: 1, sound: true } }),
    completeScene(2),
    completeScene(3, { muted: true }),
  ];
  const voice = audioPiece({ kind: 'voice', startSeconds: 16, outSeconds: 2, mediaId: testHash(4) });
  const plan = moviePlan({ ...projectRow(), audio: [voice] }, scenes);
  const loudAt = loudnessOver(plan, {
    [testHash(1)]: shape(255),
    [testHash(2)]: shape(0),
    [testHash(3)]: shape(255),
    [testHash(4)]: shape(255),
  });
  const between = (from: number, to: number): number[] =>
    Array.from({ length: Math.round((to - from) * 50) }, (_, at) => loudAt(Math.round(from * 50) + at));
  expect(plan.frameCount / 24).toBe(23);
  expect(new Set(between(0, 6.98))).toEqual(new Set([1]));
  const fading = between(7.02, 7.98);
  expect(fading).toEqual(fading.toSorted((a, b) => b - a));
  expect(fading.at(-1)).toBeLessThan(0.6);
  expect(new Set(between(8.02, 15.98))).toEqual(new Set([0]));
  expect(new Set(between(16.02, 17.98))).toEqual(new Set([1]));
  expect(new Set(between(18.02, 23))).toEqual(new Set([0]));
  expect([loudAt(-1), loudAt(100_000)]).toEqual([0, 0]);
});
