import fc from 'fast-check';
import { expect, test } from 'vitest';
import { frameOnScreen } from '#shared/clip/frame-on-screen.ts';
import { frameRateOfUs } from '#shared/clip/frame-rate.ts';
import { fpsNumber, frameTimeUs } from '#shared/movie/time.ts';

test('at a constant rate each step shows its own frame, wherever the clip begins', () => {
  const rates = fc.constantFrom(
    { num: 24, den: 1 },
    { num: 30_000, den: 1001 },
    { num: 60, den: 1 },
    { num: 8, den: 1 },
  );
  fc.assert(
    fc.property(
      rates,
      fc.integer({ min: 1, max: 2000 }),
      fc.integer({ min: 0, max: 500_000 }),
      (fps, count, startUs) => {
        const frameTimesUs = Array.from({ length: count }, (_, frame) => startUs + frameTimeUs(frame, fps));
        const steps = [...frameTimesUs.keys()];
        expect(steps.map((step) => frameOnScreen({ frameTimesUs, fps }, step))).toEqual(steps);
      },
    ),
  );
});

test('at a varying rate each step shows what is on screen in its middle', () => {
  const gaps = fc.array(fc.integer({ min: 1000, max: 200_000 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(gaps, (gapsUs) => {
      const frameTimesUs = gapsUs.reduce((times, gap) => [...times, (times.at(-1) ?? 0) + gap], [0]);
      const fps = frameRateOfUs(frameTimesUs, (frameTimesUs.at(-1) ?? 0) + 40_000);
      const stepUs = 1_000_000 / fpsNumber(fps);
      for (const step of frameTimesUs.keys()) {
        const frame = frameOnScreen({ frameTimesUs, fps }, step);
        const middleUs = (step + 0.5) * stepUs;
        expect(frameTimesUs[frame] ?? 0).toBeLessThanOrEqual(middleUs + 1);
        expect(frameTimesUs[frame + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThan(middleUs - 1);
      }
    }),
  );
});
