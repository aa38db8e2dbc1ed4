/** The alarm clock of `npm run dev:edge`. What the Worker does when it rings is tested in workerd. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ringEveryMinute } from '#scripts/edge/every-minute.mjs';

const NOON_MS = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON_MS - 20_000 });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('rings at every full minute, also after a ring that failed or hangs, until it is stopped', async () => {
  const rings: number[] = [];
  const complained = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const answers = [() => Promise.reject(new Error('It is away.')), () => new Promise<void>(() => undefined)];
  const clock = ringEveryMinute({
    ring: () => {
      rings.push(Date.now() - NOON_MS);
      return (answers.shift() ?? (async () => undefined))();
    },
  });
  await vi.advanceTimersByTimeAsync(20_000 + 3 * MINUTE_MS);
  expect(rings).toEqual([0, 1, 2, 3].map((minute) => minute * MINUTE_MS));
  expect(complained.mock.calls).toEqual([[new Error('It is away.')]]);
  clock.stop();
  await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
  expect(rings).toHaveLength(4);
});
