import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLimiter, LIMITER_MEMORY_SECONDS } from '#shared/sound/limiter.ts';

const RATE = 8000;
const CEILING = 10 ** (-1 / 20);

/** Pushes sound in pieces and joins what comes out. */
function limit(sound: readonly Float32Array[], ceiling: number, pieces: readonly number[] = []): Float32Array[] {
  const limiter = createLimiter(RATE, sound.length);
  const length = sound[0]?.length ?? 0;
  const out: Float32Array[][] = [];
  let at = 0;
  for (const piece of [...pieces, length]) {
    const end = Math.min(length, at + piece);
    out.push(
      limiter.push(
        sound.map((channel) => channel.subarray(at, end)),
        ceiling,
      ),
    );
    at = end;
  }
  out.push(limiter.flush());
  return sound.map((_, index) => Float32Array.from(out.flatMap((block) => [...(block[index] ?? [])])));
}

const anySound = fc
  .array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 600 })
  .map((samples) => [Float32Array.from(samples), Float32Array.from(samples.toReversed())]);

describe('createLimiter', () => {
  test('never passes the ceiling, and keeps every sample in its place', () => {
    fc.assert(
      fc.property(anySound, fc.array(fc.integer({ min: 0, max: 90 })), (sound, pieces) => {
        const out = limit(sound, CEILING, pieces);
        out.forEach((channel, index) => {
          expect(channel.length).toBe(sound[index]?.length);
          expect(channel.every((sample) => Math.abs(sample) <= Math.fround(CEILING))).toBe(true);
          expect(channel.every((sample, at) => Math.abs(sample) <= Math.abs(sound[index]?.[at] ?? 0))).toBe(true);
        });
      }),
    );
  });

  test('gives the same whatever the pieces are', () => {
    fc.assert(
      fc.property(anySound, fc.array(fc.integer({ min: 0, max: 90 })), (sound, pieces) => {
        expect(limit(sound, CEILING, pieces)).toEqual(limit(sound, CEILING));
      }),
    );
  });

  test('leaves quieter sound as it is, bit by bit', () => {
    fc.assert(
      fc.property(fc.array(fc.float({ min: Math.fround(-0.89), max: Math.fround(0.89), noNaN: true })), (samples) => {
        const sound = [Float32Array.from(samples)];
        expect(limit(sound, CEILING)).toEqual(sound);
      }),
    );
  });

  test('is itself again, bit by bit, when a peak is past', () => {
    const quiet = Float32Array.from({ length: 3 * RATE }, (_, at) => Math.fround(0.5 * Math.sin(at / 7)));
    const loud = quiet.slice();
    loud[RATE] = 3;
    const [out = new Float32Array()] = limit([loud], CEILING);
    const memory = RATE + LIMITER_MEMORY_SECONDS * RATE;
    expect(out.subarray(0, RATE - 0.005 * RATE)).toEqual(quiet.subarray(0, RATE - 0.005 * RATE));
    expect(out.subarray(memory)).toEqual(quiet.subarray(memory));
    expect(out[RATE + 10]).not.toBe(quiet[RATE + 10]);
  });

  test('turns down smoothly: the gain moves by no more than a share of the look-ahead', () => {
    const sound = new Float32Array(RATE).fill(0.5);
    sound[RATE / 2] = 2;
    const [out = new Float32Array()] = limit([sound], CEILING);
    const gains = out.map((sample, at) => sample / (sound[at] ?? 1));
    const steepest = Math.max(...gains.slice(1).map((gain, at) => Math.abs(gain - (gains[at] ?? gain))));
    expect(steepest).toBeLessThan(1 / (0.005 * RATE));
  });
});
