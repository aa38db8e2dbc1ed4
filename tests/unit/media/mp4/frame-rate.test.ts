/** The rate that a picture has by its frames' times: exact where all last equally long, and a mean where they don't. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameTimeUs, type Fps } from '#shared/movie/time.ts';
import { frameRateOf, hasConstantRate } from '#shared/mp4/frame-rate.ts';

/** Frames of a rate in ticks, each rounded to a whole one. */
function framesOf(fps: Fps, timescale: number, count: number): Parameters<typeof frameRateOf>[0] {
  const at = (frame: number): number => Math.round((frame * timescale * fps.den) / fps.num);
  return { times: Array.from({ length: count }, (_, frame) => at(frame)), end: at(count), timescale };
}

test.each<[string, Fps, number]>([
  ['24 in its own ticks', { num: 24, den: 1 }, 12_288],
  ['23.976 as 24000/1001', { num: 24_000, den: 1001 }, 24_000],
  // ffprobe and MediaInfo take a file at its word, too.
  ['23.976 as 2997/125', { num: 2997, den: 125 }, 11_988],
  ['29.97', { num: 30_000, den: 1001 }, 30_000],
  ['14.985', { num: 15_000, den: 1001 }, 30_000],
  ['12.5', { num: 25, den: 2 }, 90_000],
  ['one picture in five seconds', { num: 1, den: 5 }, 1000],
])('equal steps give the ratio exactly: %s', (_, fps, timescale) => {
  for (const count of [2, 3, 192]) expect(frameRateOf(framesOf(fps, timescale, count))).toEqual(fps);
});

test.each<[Fps, number]>([
  [{ num: 24, den: 1 }, 1000],
  [{ num: 24_000, den: 1001 }, 1000],
  [{ num: 30_000, den: 1001 }, 1000],
  [{ num: 24_000, den: 1001 }, 90_000],
  [{ num: 60_000, den: 1001 }, 10_000_000],
])('$num/$den is found among times that are rounded to ticks of a %i-th of a second', (fps, timescale) => {
  expect(frameRateOf(framesOf(fps, timescale, 192))).toEqual(fps);
});

test('a usual rate is meant where equal steps are one of its own, rounded', () => {
  const times = Array.from({ length: 100 }, (_, frame) => frame * 3754);
  expect(frameRateOf({ times, end: 375_400, timescale: 90_000 })).toEqual({ num: 24_000, den: 1001 });
});

test('a varying rate is the mean over the time for which frames are shown, whatever its last one lasts', () => {
  expect(frameRateOf({ times: [0, 1, 2, 5], end: 8, timescale: 4 })).toEqual({ num: 2, den: 1 });
  // A dropped frame is no rounding, however coarse the ticks are.
  expect(frameRateOf({ times: [0, 1, 3, 4], end: 5, timescale: 24 })).toEqual({ num: 96, den: 5 });
});

test('times that say nothing give 24', () => {
  const timescale = 24;
  for (const frames of [
    { times: [], end: 0 },
    { times: [0], end: 0 },
    { times: [5, 5, 5], end: 5 },
  ])
    expect(frameRateOf({ ...frames, timescale })).toEqual({ num: 24, den: 1 });
});

test('the rate of microseconds of frames at that rate is that rate', () => {
  for (const fps of [
    { num: 24, den: 1 },
    { num: 30_000, den: 1001 },
  ]) {
    const times = Array.from({ length: 192 }, (_, frame) => frameTimeUs(frame, fps));
    expect(frameRateOf({ times, end: frameTimeUs(192, fps), timescale: 1_000_000 })).toEqual(fps);
  }
});

test('whatever the times, the ratio is of small whole numbers above 0, and constant steps stand where it has them', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 200 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 2 ** 32 - 1 }), fc.boolean(), (gaps, timescale, isEqual) => {
      const all = isEqual ? gaps.map(() => gaps[0] ?? 0) : gaps;
      const times = all.reduce<number[]>((found, gap) => [...found, (found.at(-1) ?? 0) + gap], [0]);
      const frames = { times, end: (times.at(-1) ?? 0) + 1000, timescale };
      const fps = frameRateOf(frames);
      expect(Number.isSafeInteger(fps.num) && fps.num > 0).toBe(true);
      expect(fps.den >= 1 && fps.den <= 1001).toBe(true);
      const rate = timescale / (gaps[0] ?? 1);
      const isRealRate = isEqual && rate > 1 && rate < 1000;
      expect(!isRealRate || hasConstantRate({ times: times.slice(0, 20), timescale }, fps)).toBe(true);
    }),
  );
});
