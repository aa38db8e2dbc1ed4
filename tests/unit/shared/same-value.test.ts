import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sameValue } from '#shared/rules/same-value.ts';

/** With names that objects have by themselves, too. */
const key = fc.oneof(fc.constantFrom('toString', 'constructor', 'a', 'b', ''), fc.string());
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(0, -1, 1.5, '', 'a', true, false, null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));

function turnedAround(of: unknown): unknown {
  if (Array.isArray(of)) return of.map(turnedAround);
  if (typeof of !== 'object' || of === null) return of;
  const turned = Object.create(null) as Record<string, unknown>;
  for (const [name, part] of Object.entries(of).toReversed()) turned[name] = turnedAround(part);
  return turned;
}

function sorted(of: unknown): unknown {
  if (Array.isArray(of)) return of.map(sorted);
  if (typeof of !== 'object' || of === null) return of;
  const entries = Object.entries(of).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { entries: entries.map(([name, part]) => [name, sorted(part)]) };
}

test('the order of keys is of no matter', () => {
  fc.assert(
    fc.property(value, (one) => {
      expect(sameValue(one, turnedAround(one))).toBe(true);
      expect(sameValue(turnedAround(one), one)).toBe(true);
    }),
  );
});

test('it is what a comparison of their texts says', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
      expect(sameValue(one, other)).toBe(isSame);
      expect(sameValue({ in: [one, 1] }, { in: [other, 1] })).toBe(isSame);
    }),
  );
});

test('a part that is undefined is as good as none, a list is no object', () => {
  expect(sameValue({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(sameValue({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(sameValue({ b: undefined }, { b: null })).toBe(false);
  expect(sameValue([], {})).toBe(false);
  expect(sameValue({}, { toString: 1 })).toBe(false);
});
