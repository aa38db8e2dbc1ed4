import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEED } from '#tests/helpers/test-values.ts';
import { onStep } from '#ui/range.tsx';

const steps = fc.constantFrom(0.05, 0.1, 0.25, 1, 2, 15);
const sliders = fc
  .record({
    min: fc.integer({ min: -60, max: 60 }),
    step: steps,
    lengths: fc.integer({ min: 1, max: 400 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ min, step, lengths, part }) => {
    // Of decimals, as the element counts: what an addition leaves behind the fifteenth would be one to it.
    const max = Number((min + lengths * 0.37).toFixed(2));
    return { min, max, step, value: min + part * (max - min) };
  });

test('a slider is given the value that it makes of what it is given', () => {
  const element = document.createElement('input');
  element.type = 'range';
  fc.assert(
    fc.property(sliders, ({ value, ...slider }) => {
      for (const [name, number] of Object.entries(slider)) element.setAttribute(name, String(number));
      const given = onStep(value, slider);
      element.value = String(given);
      expect(element.value).toBe(String(given));
      expect(Math.abs(given - value)).toBeLessThanOrEqual(slider.step);
    }),
    { seed: SEED },
  );
});
