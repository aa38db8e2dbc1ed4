/** Which versions of a project stay: at least one of each day of editing, and what one kind keeps costs none of another. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VersionReason } from '#shared/entities/version.ts';
import { limits } from '#shared/limits.ts';
import { surplusVersions } from '#shared/rules/surplus-versions.ts';
import '#tests/helpers/property-runs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.UTC(2027, 0, 1);

type Row = { id: string; at: number; name: string | null; reason: VersionReason; sizeBytes?: number };

let count = 0;
const row = (at: number, reason: VersionReason = 'editing', sizeBytes?: number): Row => {
  count += 1;
  const name = reason === 'named' ? `Cut ${count}` : null;
  return { id: `v${String(count).padStart(6, '0')}`, at, reason, name, ...(sizeBytes !== undefined && { sizeBytes }) };
};
const left = (rows: readonly Row[], now: number): Row[] => {
  const gone = new Set(surplusVersions(rows, now));
  return rows.filter((one) => !gone.has(one));
};
/** As it goes: after every version that is kept, the surplus is removed. */
const keepAll = (rows: readonly Row[]): Row[] => rows.reduce<Row[]>((kept, one) => left([...kept, one], one.at), []);

/** A version every ten minutes, from nine in the morning. */
const days = (number: number, hours: number): Row[] =>
  Array.from({ length: number * hours * 6 }, (_, index) =>
    row(START + Math.floor(index / (hours * 6)) * DAY + 9 * HOUR + (index % (hours * 6)) * 10 * MINUTE),
  );
const daysAgo = (rows: readonly Row[], now: number): number[] => [
  ...new Set(rows.map(({ at }) => Math.floor(now / DAY) - Math.floor(at / DAY))),
];

test('thirty days of editing leave the last hours in full, then one of each hour, then one of each day', () => {
  const rows = days(30, 8);
  const now = rows.at(-1)?.at ?? 0;
  const kept = keepAll(rows);
  expect(kept.filter(({ at }) => now - at < 6 * HOUR)).toHaveLength(36);
  expect(daysAgo(kept, now)).toEqual(Array.from({ length: 30 }, (_, index) => 29 - index));
  // What each day began with is what the day before it ended with.
  expect(kept[0]?.at).toBe(START + 9 * HOUR);
  const yesterday = kept.filter(({ at }) => Math.floor(now / DAY) - Math.floor(at / DAY) === 1);
  expect(yesterday.map(({ at }) => (at % DAY) / HOUR)).toEqual([9, 10, 11, 12, 13, 14, 15, 16]);
  expect(kept.length).toBeLessThan(90);
});

test('those who never sleep keep no more than is allowed, and still thirty days', () => {
  const kept = keepAll(days(30, 24));
  expect(kept.length).toBeLessThanOrEqual(limits.versionsAutomatic);
  expect(kept[0]?.at).toBe(START + 9 * HOUR);
});

test('what is kept while somebody edits removes none from before a risky step, nor a named one', () => {
  const before = [row(START, 'delete'), row(START + MINUTE, 'generate'), row(START + 2 * MINUTE, 'named')];
  const kept = keepAll([...before, ...days(20, 10)]);
  expect(kept.slice(0, 3)).toEqual(before);
});

test('of risky steps each is there for two days, then the first of its kind on a day', () => {
  const steps = [0, 5, 10].flatMap((minute) => [
    row(START + minute * MINUTE, 'delete'),
    row(START + minute * MINUTE + 1, 'generate'),
  ]);
  expect(left(steps, START + 47 * HOUR)).toEqual(steps);
  expect(left(steps, START + 3 * DAY)).toEqual(steps.slice(0, 2));
});

test('where too many steps are there, the newest stays, one of each day, and the newest of the rest', () => {
  const early = Array.from({ length: 20 }, (_, day) => row(START + day * DAY, 'generate'));
  const today = Array.from({ length: 200 }, (_, n) => row(START + 20 * DAY + n * MINUTE, 'generate'));
  const kept = keepAll([...early, ...today]);
  expect(kept).toHaveLength(limits.versionsAutomatic);
  expect(kept.slice(0, 21)).toEqual([...early, today[0]]);
  expect(kept.slice(21)).toEqual(today.slice(-(limits.versionsAutomatic - 21)));
});

test('where bytes run out, it is the close ones that go, and the newest stays however large it is', () => {
  const tenth = limits.versionsStoredBytes / 10;
  const rows = [
    ...Array.from({ length: 5 }, (_, day) => row(START + day * DAY, 'editing', tenth)),
    ...Array.from({ length: 20 }, (_, n) => row(START + 5 * DAY + n * 10 * MINUTE, 'editing', tenth)),
  ];
  const kept = keepAll(rows);
  expect(kept).toEqual([...rows.slice(0, 6), ...rows.slice(-4)]);
  const huge = row(START + 6 * DAY, 'editing', limits.versionsStoredBytes * 2);
  expect(keepAll([...rows, huge])).toEqual([huge]);
});

const spaced = fc.array(fc.record({ pause: fc.integer({ min: 10, max: 3_000 }), isStep: fc.boolean() }), {
  maxLength: 80,
});

test('whoever removes the surplus at every version, or once at the end, keeps the same', () => {
  fc.assert(
    fc.property(spaced, (pauses) => {
      let at = START;
      const rows = pauses.map(({ pause, isStep }) => {
        at += pause * MINUTE;
        return row(at, isStep ? 'delete' : 'editing');
      });
      expect(keepAll(rows)).toEqual(left(rows, at));
    }),
  );
});
