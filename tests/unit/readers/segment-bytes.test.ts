import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSourceBytes, LEAST_RUN_BYTES } from '#tests/helpers/readers/segment-bytes.ts';

const size = 4_096;
const whole = [{ start: 0, end: size }];

test('every run of 64 bytes or more is found, wherever it stands', () => {
  const run = fc.record({
    from: fc.integer({ min: 0, max: size - 300 }),
    to: fc.integer({ min: 0, max: size - 300 }),
    length: fc.integer({ min: LEAST_RUN_BYTES, max: 300 }),
  });
  fc.assert(
    fc.property(run, ({ from, to, length }) => {
      const source = randomBytes(size);
      const output = randomBytes(size);
      source.copy(output, to, from, from + length);
      const [found, ...others] = findSourceBytes(source, whole, output);
      expect(others).toEqual([]);
      expect(found?.sourceAt).toBeLessThanOrEqual(from);
      expect((found?.sourceAt ?? 0) + (found?.length ?? 0)).toBeGreaterThanOrEqual(from + length);
      expect((found?.outputAt ?? 0) - (found?.sourceAt ?? 0)).toBe(to - from);
    }),
  );
});

test('shorter runs, and bytes outside of the ranges, are no finds', () => {
  const source = randomBytes(size);
  const output = randomBytes(size);
  source.copy(output, 100, 1_000, 1_000 + LEAST_RUN_BYTES - 8);
  source.copy(output, 1_000, 3_000, 4_000);
  expect(findSourceBytes(source, [{ start: 0, end: 3_000 }], output)).toEqual([]);
});

test('what the kept part of the source says as well is no find', () => {
  const source = randomBytes(size);
  source.copy(source, 3_000, 100, 300);
  const output = Buffer.from(source.subarray(0, 2_000));
  const cut = [{ start: 2_500, end: size }];
  expect(findSourceBytes(source, cut, output)).toEqual([{ sourceAt: 3_000, outputAt: 100, length: 200 }]);
  expect(findSourceBytes(source, cut, output, [{ start: 0, end: 2_000 }])).toEqual([]);
});
