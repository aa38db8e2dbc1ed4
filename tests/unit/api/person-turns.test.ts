/** Whose request begins when many of one person's come at once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personTurns, type PersonTurns } from '#edge-api/services/person-turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Sends requests of one person, and tells which have begun. */
function requestsOf(turns: PersonTurns, userId: string, count: number) {
  const ends = new Map<number, () => void>();
  const waits = Array.from({ length: count }, async (_, n) => void ends.set(n, await turns.begin(userId)));
  return {
    begun: async () => {
      await vi.advanceTimersByTimeAsync(0);
      return Array.from(ends.keys());
    },
    end: (n: number) => ends.get(n)?.(),
    all: () => Promise.all(waits),
  };
}

test('as many begin as may, the others in their order, each when one has ended', async () => {
  const turns = personTurns(2);
  const ada = requestsOf(turns, 'ada', 4);
  const bob = requestsOf(turns, 'bob', 1);
  expect(await ada.begun()).toEqual([0, 1]);
  expect(await bob.begun()).toEqual([0]);
  ada.end(1);
  expect(await ada.begun()).toEqual([0, 1, 2]);
  // Ending one twice makes room once.
  ada.end(1);
  expect(await ada.begun()).toEqual([0, 1, 2]);
  ada.end(0);
  expect(await ada.begun()).toEqual([0, 1, 2, 3]);
});

test('one that takes long counts no more, so that no call to a model stops the others', async () => {
  const turns = personTurns(1);
  const ada = requestsOf(turns, 'ada', 3);
  expect(await ada.begun()).toEqual([0]);
  await vi.advanceTimersByTimeAsync(49);
  expect(await ada.begun()).toEqual([0]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await ada.begun()).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(50);
  expect(await ada.begun()).toEqual([0, 1, 2]);
  // Its end, long after, makes no room: it had given up its place.
  const more = requestsOf(turns, 'ada', 1);
  ada.end(0);
  expect(await more.begun()).toEqual([]);
  ada.end(2);
  expect(await more.begun()).toEqual([0]);
});

test('a line that was empty in between is as good as new', async () => {
  const turns = personTurns(1);
  const first = requestsOf(turns, 'ada', 2);
  await first.begun();
  first.end(0);
  await first.begun();
  first.end(1);
  const second = requestsOf(turns, 'ada', 2);
  expect(await second.begun()).toEqual([0]);
  // Nothing that is left of the first line lets one begin.
  first.end(0);
  first.end(1);
  await vi.advanceTimersByTimeAsync(49);
  expect(await second.begun()).toEqual([0]);
  second.end(0);
  expect(await second.begun()).toEqual([0, 1]);
  second.end(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever sends far too many is refused, and nobody else', async () => {
  const turns = personTurns(1);
  requestsOf(turns, 'ada', 201);
  await expect(turns.begin('ada')).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 1 });
  expect(await requestsOf(turns, 'bob', 1).begun()).toEqual([0]);
});
