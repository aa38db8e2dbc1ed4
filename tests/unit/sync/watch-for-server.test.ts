import { afterEach, beforeEach, expect, test } from 'vitest';
import { readReach, writeReach } from '#data/tables/reach.ts';
import { watchForServer, nextAskMs, noteNetworkLost } from '#sync/watch-for-server.ts';
import { handTimer } from './hand-timer.ts';
import { crash, eachOnDevice, it } from './test-device.ts';

let stop: AbortController;
eachOnDevice(null);
beforeEach(() => void (stop = new AbortController()));
afterEach(() => stop.abort());

test('a server that is lost is asked more and more seldom, until it answers', async () => {
  const timer = handTimer();
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
  expect(timer.armed()).toEqual([]);
  await noteNetworkLost(it.db);
  for (let times = 0; times < 3; times += 1) await timer.ring();
  await found;
  expect(asked).toBe(3);
  expect(timer.waits.slice(0, 3)).toEqual([1_000, 2_000, 4_000]);
  await expect.poll(timer.armed).toEqual([]);
});

test('a server that is lost again at once is asked as seldom as before; one that had stayed is asked soon', async () => {
  const timer = handTimer();
  let asks = 0;
  const ask = async (): Promise<void> => {
    await writeReach(it.db, 'online');
    asks += 1;
  };
  watchForServer({ db: it.db, timer, now: it.device.now, ask, onCrash: crash }, stop.signal);
  const rung: (number | undefined)[] = [];
  const lose = async (): Promise<void> => {
    await noteNetworkLost(it.db);
    await expect.poll(timer.armed).toHaveLength(1);
    rung.push(timer.waits.at(-1));
    await timer.ring();
    await expect.poll(() => asks).toBe(rung.length);
    // Where it was armed anew before the answer was seen, it is let go of.
    await expect.poll(timer.armed).toEqual([]);
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
