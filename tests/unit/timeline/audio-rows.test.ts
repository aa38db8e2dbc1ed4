import { expect, test } from 'vitest';
import { rowsOf } from '#features/timeline/audio/audio-rows.ts';

const span = (id: string, startSeconds: number, endSeconds: number) => ({ id, startSeconds, endSeconds });
const rows = (...spans: ReturnType<typeof span>[]): Record<string, number> => Object.fromEntries(rowsOf(spans));

test('pieces that follow each other share a row, also where they touch', () => {
  expect(rows(span('a', 0, 2), span('b', 2, 4), span('c', 5, 6))).toEqual({ a: 0, b: 0, c: 0 });
});

test('pieces that sound at the same time lie below each other, in the order of their starts', () => {
  expect(rows(span('late', 1, 3), span('early', 0, 2), span('within', 1.5, 1.8))).toEqual({
    early: 0,
    late: 1,
    within: 2,
  });
});

test('a row is used again once it is free', () => {
  expect(rows(span('a', 0, 5), span('b', 1, 2), span('c', 3, 4))).toEqual({ a: 0, b: 1, c: 1 });
});
