/** Beats of music, found in what is kept of its sound, and where they stand in the movie. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { beatMarks } from '#features/timeline/audio/beat-marks.ts';
import { audioSnaps } from '#features/timeline/audio/audio-snaps.ts';
import { timelineView } from '#features/timeline/strip/timeline-view.ts';
import { beatsOf } from '#shared/sound/beats.ts';
import { PEAKS_PER_SECOND } from '#shared/sound/sound-shape.ts';
import { randomFrom } from '#tests/helpers/seeded-random.ts';
import { audioPiece, completeScene, projectRow, testId } from '#tests/helpers/rows.ts';

type Drums = { bpm: number; first: number; seconds: number; seed: number };

/** Drums over a quiet noise: every fourth beat is the loudest. */
function drums({ bpm, first, seconds, seed }: Drums): number[] {
  const random = randomFrom(seed);
  const peaks = Array.from({ length: seconds * PEAKS_PER_SECOND }, () => Math.round(15 * random()));
  for (let beat = 0, at = first; at < seconds; beat += 1, at += 60 / bpm)
    for (let decay = 0; decay < 6; decay += 1) {
      const window = Math.floor(at * PEAKS_PER_SECOND) + decay;
      const peak = Math.round((beat % 4 === 0 ? 250 : beat % 2 === 0 ? 210 : 180) * Math.exp(-decay / 2));
      if (window < peaks.length) peaks[window] = Math.max(peaks[window] ?? 0, peak);
    }
  return peaks;
}

test('of drums at any usual tempo, beats stand within a fiftieth of a second where they are played', () => {
  const music = fc.record({
    bpm: fc.double({ min: 75, max: 165, noNaN: true }),
    first: fc.double({ min: 0, max: 1, noNaN: true }),
    seconds: fc.integer({ min: 25, max: 60 }),
    seed: fc.integer({ min: 0, max: 1_000_000 }),
  });
  fc.assert(
    fc.property(music, (given) => {
      const beats = beatsOf(drums(given));
      const period = 60 / given.bpm;
      const late = beats.map((at) => Math.abs(at - given.first - period * Math.round((at - given.first) / period)));
      // The row may run on for a beat where the sound ends.
      expect(late.filter((by) => by > 0.021).length).toBeLessThanOrEqual(2);
      expect(beats.length).toBeGreaterThan((given.seconds - given.first) / period - 4);
    }),
    { numRuns: 60 },
  );
});

test('silence, noise, one tone, and speech have no beats', () => {
  const random = randomFrom(11);
  expect(beatsOf([])).toEqual([]);
  expect(beatsOf(Array.from({ length: 2_000 }, () => 0))).toEqual([]);
  expect(beatsOf(Array.from({ length: 2_000 }, () => 180))).toEqual([]);
  expect(beatsOf(Array.from({ length: 2_000 }, () => Math.round(120 * random())))).toEqual([]);
  const speech: number[] = [];
  while (speech.length < 3_000) {
    const [length, loudest] = [3 + Math.floor(random() * 15), 60 + random() * 190];
    for (let at = 1; at <= length; at += 1) speech.push(Math.round(loudest * Math.sin((Math.PI * at) / (length + 1))));
    speech.push(...Array.from({ length: Math.floor(random() * random() * 40) }, () => 2));
  }
  expect(beatsOf(speech)).toEqual([]);
});

test('a movie has the beats that it plays, in each pass of a loop', () => {
  const beats = beatsOf(drums({ bpm: 120, first: 0, seconds: 30, seed: 1 }));
  const bounds = { movieSeconds: 60, fileSeconds: 30 };
  const music = audioPiece({ startSeconds: 3, inSeconds: 4, outSeconds: 8 });
  const once = beatMarks(music, beats, bounds);
  expect(once.every((at) => at >= 3 && at <= 7)).toBe(true);
  expect(once.length).toBe(8);
  const looped = beatMarks({ ...music, loop: true, lengthSeconds: 8 }, beats, bounds);
  expect(looped.length).toBe(16);
  expect(looped.slice(8)).toEqual(once.map((at) => expect.closeTo(at + 4, 6)));
  expect(beatMarks(music, null, bounds)).toEqual([]);
  expect(beatMarks({ ...music, kind: 'voice' }, beats, bounds)).toEqual([]);
  expect(beatMarks(music, beats, { ...bounds, movieSeconds: 2 })).toEqual([]);
});

test('other pieces catch on them, and not the music itself', () => {
  const rows = [completeScene(1), completeScene(2)];
  const music = audioPiece({ name: 'Drums', outSeconds: 10 });
  const other = audioPiece({ id: testId(5), startSeconds: 2, outSeconds: 3 });
  const view = timelineView(projectRow({ audio: [music, other] }), rows);
  const scope = { audio: [music, other], view, player: null };
  const met = (ownId: string): string[] =>
    audioSnaps(scope, ownId, {
      leftOf: (seconds) => seconds,
      shapes: {},
      beatsOf: (piece) => (piece.id === music.id ? [1.25, 1.75] : []),
    }).map((target) => `${target.left} ${target.met}`);
  expect(met(other.id)).toContain('1.25 a beat of “Drums”');
  expect(met(music.id).filter((one) => one.includes('beat'))).toEqual([]);
});
