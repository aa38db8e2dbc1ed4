import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readReach, writeReach } from '#data/tables/reach.ts';
import type { Timer } from '#sync/timer.ts';
import { watchForServer, nextAskMs, noteNetworkLost } from '#sync/watch-for-server.ts';
import { testDevice, type TestDevice } from './test-device.ts';

let it: TestDevice;
let stop: AbortController;
beforeEach(async () => {
  it = await testDevice();
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await it.close();
});

const crash = (error: unknown): never => {
  throw error;
};

/** A clock that the test rings. */
function handTimer() {
  const waits: number[] = [];
  let work: (() => void) | null = null;
  let tellArmed: (() => void) | null = null;
  const timer: Timer = {
    after(ms, next) {
      waits.push(ms);
      work = next;
      tellArmed?.();
      return () => {
        if (work === next) work = null;
      };
    },
  };
  const ring = async (): Promise<void> => {
    if (!work) await new Promise<void>((resolve) => (tellArmed = resolve));
    const due = work;
    work = null;
    due?.();
  };
  return { timer, waits, ring, isArmed: () => work !== null };
}

test('a server that is lost is asked more and more seldom, until it answers', async () => {
  const { timer, waits, ring, isArmed } = handTimer();
  let asked = 0;
  const found = new Promise<void>((resolve) => {
    const ask = async (): Promise<void> => {
      asked += 1;
      if (asked < 3) return;
      await writeReach(it.db, 'online');
      resolve();
    };
    watchForServer({ db: it.db, timer, now: it.device.now, ask, onCrash: crash }, stop.signal);
  });
  expect(isArmed()).toBe(false);
  await noteNetworkLost(it.db);
  await ring();
  await ring();
  await ring();
  await found;
  expect(asked).toBe(3);
  expect(waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  await expect.poll(isArmed).toBe(false);
});

test('a server that is lost again at once is asked as seldom as before; one that had stayed is asked soon', async () => {
  const { timer, waits, ring, isArmed } = handTimer();
  let asks = 0;
  const ask = async (): Promise<void> => {
    await writeReach(it.db, 'online');
    asks += 1;
  };
  watchForServer({ db: it.db, timer, now: it.device.now, ask, onCrash: crash }, stop.signal);
  const rung: (number | undefined)[] = [];
  const lose = async (): Promise<void> => {
    await noteNetworkLost(it.db);
    await expect.poll(isArmed).toBe(true);
    rung.push(waits.at(-1));
    await ring();
    await expect.poll(() => asks).toBe(rung.length);
    // Where it was armed anew before the answer was seen, it is let go of.
    await expect.poll(isArmed).toBe(false);
  };
  await lose();
  await lose();
  await lose();
  it.setNow(it.device.now() + 120_000);
  await lose();
  expect(rung).toEqual([1_000, 2_000, 4_000, 1_000]);
});

test('the wait grows to a quarter of a minute and no further', () => {
  expect([0, 1, 2, 3, 4, 20].map(nextAskMs)).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
});

test('a lost network does not hide that the session has ended', async () => {
  await writeReach(it.db, 'signed-out');
  await noteNetworkLost(it.db);
  expect(await readReach(it.db)).toBe('signed-out');
});
