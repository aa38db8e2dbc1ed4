import { afterEach, beforeEach, expect, test } from 'vitest';
import { readReach, writeReach } from '#data/tables/reach.ts';
import { followNetwork, type NetworkDeps } from '#sync/follow-network.ts';
import { runDrain } from '#sync/run-drain.ts';
import { handTimer, stillTimer } from './hand-timer.ts';
import { crash, eachOnDevice, it, onServer, sceneId, USER_ID } from './test-device.ts';

/** Half a minute of waiting, which nothing in these tests sits out. */
const WAIT_MS = 30_000;
let stop: AbortController;
let sent: Promise<void>;
let deps: NetworkDeps & { page: EventTarget & { visibilityState: DocumentVisibilityState } };
let asked: string[];

/** A page with an edit that failed, and waits. */
eachOnDevice(1);
beforeEach(async () => {
  stop = new AbortController();
  asked = [];
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  await it.db.outbox.toCollection().modify({ nextAt: it.device.now() + WAIT_MS, unanswered: 9 });
  sent = new Promise((resolve) => {
    const events = { onDrained: () => resolve(), onSignedOut: () => undefined, onCrash: crash };
    runDrain(it, USER_ID, events, stillTimer, stop.signal);
  });
  deps = {
    db: it.db,
    timer: stillTimer,
    now: it.device.now,
    network: new EventTarget(),
    page: Object.assign(new EventTarget(), { visibilityState: 'visible' as DocumentVisibilityState }),
    isServerThere: () => Promise.resolve(true),
    refreshSession: async () => {
      asked.push('session');
      await writeReach(it.db, 'online');
    },
    pullOpen: async () => void asked.push('pull'),
    onCrash: crash,
  };
});
afterEach(() => stop.abort());

test('when the network is back, what waits is sent at once, whoever still has to be asked about the session', async () => {
  await writeReach(it.db, 'offline');
  followNetwork({ ...deps, refreshSession: () => new Promise<void>(() => undefined) }, stop.signal);
  deps.network.dispatchEvent(new Event('online'));
  await sent;
  expect(onServer(1)?.title).toBe('Kept');
});

test('after that the session is looked at, and what is open is pulled', async () => {
  followNetwork(deps, stop.signal);
  deps.network.dispatchEvent(new Event('online'));
  await expect.poll(() => asked).toEqual(['session', 'pull']);
});

test('when the tab is looked at again, what waits is sent at once', async () => {
  followNetwork(deps, stop.signal);
  deps.page.visibilityState = 'visible';
  deps.page.dispatchEvent(new Event('visibilitychange'));
  await sent;
  expect(onServer(1)?.title).toBe('Kept');
});

test('when the tab is looked at again and the server was lost, it is asked at once', async () => {
  await writeReach(it.db, 'offline');
  followNetwork(deps, stop.signal);
  deps.page.dispatchEvent(new Event('visibilitychange'));
  await sent;
  await expect.poll(() => asked).toEqual(['session', 'pull']);
});

test('a tab that is hidden wakes nothing', async () => {
  followNetwork(deps, stop.signal);
  deps.page.visibilityState = 'hidden';
  deps.page.dispatchEvent(new Event('visibilitychange'));
  deps.network.dispatchEvent(new Event('offline'));
  await expect.poll(() => readReach(it.db)).toBe('offline');
  expect((await it.db.outbox.toArray())[0]).toMatchObject({ unanswered: 9 });
});

test('a server that is asked and says nothing is asked again', async () => {
  const timer = handTimer();
  let asks = 0;
  const isServerThere = (): Promise<boolean> => {
    asks += 1;
    return asks === 1 ? new Promise(() => undefined) : Promise.resolve(true);
  };
  followNetwork({ ...deps, timer, isServerThere }, stop.signal);
  deps.network.dispatchEvent(new Event('offline'));
  for (const ms of [1_000, 20_000, 2_000]) await timer.ring(ms);
  await sent;
  expect(timer.waits.slice(0, 3)).toEqual([1_000, 20_000, 2_000]);
});
