import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mixChannels } from '#shared/sound/mix-channels.ts';
import { createResampler } from '#shared/sound/polyphase.ts';
import { createSampleQueue } from '#shared/sound/sample-queue.ts';

/** Output samples `first` to `first + count` of a source that is silent around its ends. */
function converted(source: Float32Array, rates: [number, number], first: number, count: number): Float32Array {
  const resampler = createResampler(...rates);
  const { from, to } = resampler.reach(first, count);
  const window = Float32Array.from({ length: to - from }, (_, at) => source[from + at] ?? 0);
  const into = new Float32Array(count);
  resampler.convert(window, from, first, into);
  return into;
}

function sine(length: number, rate: number, hertz: number): Float32Array {
  return Float32Array.from({ length }, (_, at) => Math.sin((2 * Math.PI * hertz * at) / rate));
}

const anyRates = fc.constantFrom<[number, number]>(
  [44_100, 48_000],
  [48_000, 44_100],
  [22_050, 48_000],
  [96_000, 48_000],
  [16_000, 48_000],
  [48_000, 48_000],
);

describe('createResampler', () => {
  test('keeps a tone of the pass band within 0.001 of itself, at its place', () => {
    fc.assert(
      fc.property(anyRates, fc.integer({ min: 40, max: 6000 }), ([from, to], hertz) => {
        const out = converted(sine(from, from, hertz), [from, to], 1000, 2000);
        const wanted = sine(to, to, hertz).subarray(1000, 3000);
        expect(Math.max(...out.map((sample, at) => Math.abs(sample - (wanted[at] ?? 0))))).toBeLessThan(1e-3);
      }),
    );
  });

  test('folds nothing back from above the lower Nyquist frequency', () => {
    const out = converted(sine(96_000, 96_000, 30_000), [96_000, 48_000], 2000, 4000);
    expect(Math.max(...out.map(Math.abs))).toBeLessThan(1e-3);
  });

  test('has no seams: pieces are the whole, bit by bit', () => {
    const source = Float32Array.from({ length: 4000 }, (_, at) => Math.sin(at * at * 0.001));
    const wholes = new Map<string, Float32Array>();
    fc.assert(
      fc.property(
        anyRates,
        fc.integer({ min: -200, max: 2000 }),
        fc.integer({ min: 1, max: 500 }),
        (rates, first, count) => {
          const whole = wholes.get(rates.join()) ?? converted(source, rates, -200, 3000);
          wholes.set(rates.join(), whole);
          expect(converted(source, rates, first, count)).toEqual(whole.subarray(first + 200, first + 200 + count));
        },
      ),
    );
  });
});

describe('createSampleQueue', () => {
  test('holds what was put, in place, with silence in gaps, however it is fed and emptied', () => {
    const anyStep = fc.record({
      gap: fc.integer({ min: -40, max: 60 }),
      length: fc.integer({ min: 0, max: 9000 }),
      drop: fc.integer({ min: 0, max: 9000 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: -100, max: 100 }), fc.array(anyStep, { maxLength: 12 }), (start, steps) => {
        const queue = createSampleQueue(1, start);
        const wanted = new Map<number, number>();
        for (const { gap, length, drop } of steps) {
          const position = queue.to + gap;
          const end = queue.to;
          const block = Float32Array.from({ length }, (_, at) => position + at + 0.5);
          block.forEach((sample, at) => {
            if (position + at >= end) wanted.set(position + at, sample);
          });
          queue.put(position, [block]);
          queue.dropTo(queue.from + drop);
          const [view = new Float32Array()] = queue.view();
          expect(view.length).toBe(queue.to - queue.from);
          expect(view.every((sample, at) => sample === (wanted.get(queue.from + at) ?? 0))).toBe(true);
        }
      }),
    );
  });
});

describe('mixChannels', () => {
  const channel = (value: number): Float32Array => Float32Array.of(value);

  test('gives mono to both sides, and stereo to mono as its mean', () => {
    expect(mixChannels([channel(0.5)], 2)).toEqual([channel(0.5), channel(0.5)]);
    expect(mixChannels([channel(0.5), channel(-0.25)], 1)).toEqual([channel(0.125)]);
  });

  test('mixes 5.1 to stereo with centre and surrounds at −3 dB and without the low-frequency channel', () => {
    const [left, right] = mixChannels([0.1, 0.2, 0.3, 1, 0.4, 0.5].map(channel), 2);
    expect(left?.[0]).toBeCloseTo(0.1 + Math.SQRT1_2 * 0.7, 6);
    expect(right?.[0]).toBeCloseTo(0.2 + Math.SQRT1_2 * 0.8, 6);
  });
});
