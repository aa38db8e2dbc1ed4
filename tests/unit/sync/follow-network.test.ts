import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readReach, writeReach } from '#data/tables/reach.ts';
import { followNetwork, type NetworkDeps } from '#sync/follow-network.ts';
import { pullProject } from '#sync/pull.ts';
import { runDrain } from '#sync/run-drain.ts';
import type { Timer } from '#sync/timer.ts';
import { projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import { testDevice, USER_ID, type TestDevice } from './test-device.ts';

const PROJECT = testId(1);
/** Half a minute of waiting, which nothing in these tests sits out. */
const WAIT_MS = 30_000;
/** A clock that never rings: whatever happens is not because a wait is over. */
const stillTimer: Timer = { after: () => () => undefined };

let it: TestDevice;
let stop: AbortController;
let sent: Promise<void>;
let deps: NetworkDeps & { page: EventTarget & { visibilityState: DocumentVisibilityState } };
let asked: string[];

const crash = (error: unknown): never => {
  throw error;
};

/** A page with an edit that failed, and waits. */
beforeEach(async () => {
  it = await testDevice();
  stop = new AbortController();
  asked = [];
  it.server.seed(projectRow({ userId: USER_ID }), [sceneRow(1)]);
  await pullProject(it, PROJECT, USER_ID);
  await it.actions.editScene(testId(101), { title: 'Kept' });
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
afterEach(async () => {
  stop.abort();
  await it.close();
});

const title = (): string | undefined => it.server.documents.get(PROJECT)?.scenes[0]?.title;

test('when the network is back, what waits is sent at once, whoever still has to be asked about the session', async () => {
  await writeReach(it.db, 'offline');
  followNetwork({ ...deps, refreshSession: () => new Promise<void>(() => undefined) }, stop.signal);
  deps.network.dispatchEvent(new Event('online'));
  await sent;
  expect(title()).toBe('Kept');
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
  expect(title()).toBe('Kept');
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
  const alarms: { ms: number; work: () => void }[] = [];
  const timer: Timer = {
    after: (ms, work) => {
      alarms.push({ ms, work });
      return () => undefined;
    },
  };
  let asks = 0;
  const isServerThere = (): Promise<boolean> => {
    asks += 1;
    return asks === 1 ? new Promise(() => undefined) : Promise.resolve(true);
  };
  followNetwork({ ...deps, timer, isServerThere }, stop.signal);
  deps.network.dispatchEvent(new Event('offline'));
  for (let rings = 0; rings < 3; rings += 1) {
    await expect.poll(() => alarms.length).toBeGreaterThan(rings);
    alarms[rings]?.work();
  }
  await sent;
  expect(alarms.slice(0, 3).map(({ ms }) => ms)).toEqual([1_000, 20_000, 2_000]);
});
