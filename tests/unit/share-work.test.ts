/** Work that several wait for: once for all, and anew where the one who does it has been ended without a word. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { shareWork } from '#edge-api/services/share-work.ts';
import { amongFew, type CallsUnderWay } from '#edge-api/services/at-once.ts';
import type { Db } from '#edge-api/db/client.ts';
import { bringForwardOnce } from '#edge-api/bring-forward.ts';
import { keepShowcasePages } from '#edge-api/services/showcase.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** As what a request has begun whose caller has left. */
const never = () => new Promise<never>(() => undefined);

test('is done once for all who ask meanwhile, and again for who asks later', async () => {
  const share = shareWork<number>(1_000);
  let times = 0;
  const work = async () => ++times;
  expect(await Promise.all([share('a', work), share('a', work), share('b', work)])).toEqual([1, 1, 2]);
  expect(await share('a', work)).toBe(3);
});

test('that fails, fails for all who waited, and is begun again', async () => {
  const share = shareWork<number>(1_000);
  const fails = () => Promise.reject(new Error('No.'));
  const both = await Promise.allSettled([share('a', fails), share('a', fails)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await share('a', async () => 1)).toBe(1);
});

test('that never ends is begun anew, once, by those who have waited long enough', async () => {
  const share = shareWork<number>(1_000);
  void share('a', never);
  const work = vi.fn<() => Promise<number>>(() => new Promise<number>((resolve) => setTimeout(resolve, 10, 7)));
  const waiting = Promise.all([share('a', work), share('a', work)]);
  await vi.advanceTimersByTimeAsync(999);
  expect(work).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(20);
  expect(await waiting).toEqual([7, 7]);
  expect(work).toHaveBeenCalledTimes(1);
});

const nothing = {
  ...{ columns: [], columnTypes: [], rows: [], rowsAffected: 0, lastInsertRowid: undefined },
  toJSON: () => ({}),
};

test('a page of the showcase is read by the next who asks, if the one who read it left', async () => {
  const execute = vi.fn<Db['execute']>().mockImplementationOnce(never).mockResolvedValue(nothing);
  const pages = keepShowcasePages({ db: { execute, batch: vi.fn<Db['batch']>() } });
  const page = () => pages({ afterId: null, mark: 1 }, async () => undefined);
  void page();
  const next = page();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await next).toEqual({ projects: [], nextAfter: null });
});

test('a database is brought forward by the next who asks, if the one who began it left', async () => {
  const forward = { ...nothing, rows: [{ version: 0, marks: 1 }] };
  const execute = vi.fn<Db['execute']>().mockImplementationOnce(never).mockResolvedValue(forward);
  const bringForward = bringForwardOnce({ execute, batch: vi.fn<Db['batch']>() }, () => 0);
  void bringForward();
  const next = bringForward();
  const settled = vi.fn<() => void>();
  next.then(settled, settled);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(settled).toHaveBeenCalled();
});

test('calls to models whose callers have left count against a person for minutes, and not for ever', async () => {
  let nowMs = 0;
  const callsUnderWay: CallsUnderWay = new Map();
  const deps = { callsUnderWay, atOncePerPerson: { clips: 1, aiCalls: 2 }, now: () => nowMs };
  void amongFew(deps, 'ada', never);
  void amongFew(deps, 'ada', never);
  await expect(amongFew(deps, 'ada', async () => 1)).rejects.toMatchObject({ code: 'rate_limited' });
  nowMs = 5 * 60_000;
  expect(await amongFew(deps, 'ada', async () => 1)).toBe(1);
  expect(callsUnderWay.size).toBe(0);
});
