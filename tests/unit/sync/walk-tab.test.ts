/** The check of ages in random walks notices what it is there for: a page that lets something wait while the server answers. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addOwnFile } from '#data/tables/own-files.ts';
import { pullProject } from '#sync/pull.ts';
import type { Timer } from '#sync/timer.ts';
import { PROJECT, testDevice, USER_ID, type TestDevice } from './test-device.ts';
import { leaveTabOpen, type Net } from './walk-tab.ts';
import { madeUpFiles } from './walk-files.ts';
import { freshServer } from './walk.ts';
import { OfflineError } from '#api/errors.ts';

const MINUTE_MS = 60_000;
const LATE_MS = 90_000;

let real: TestDevice;
let net: Net;
beforeEach(async () => {
  real = await testDevice(freshServer());
  net = { isReachable: true, isSignedIn: true, faults: [], asking: 0 };
  await pullProject(real, PROJECT, USER_ID);
});
afterEach(() => real.close());

/** It rings, but so much later. */
const late = (timer: Timer): Timer => ({ after: (ms, work) => timer.after(ms + LATE_MS, work) });

/** A page whose first call of a change fails, and the next one goes through. */
function failsOnce(device: TestDevice): TestDevice {
  let hasFailed = false;
  return {
    ...device,
    call: (outgoing, signal) => {
      if (hasFailed) return device.call(outgoing, signal);
      hasFailed = true;
      return Promise.reject(new OfflineError());
    },
  };
}

function open(device: TestDevice, uploads = false): Promise<void> {
  const options = { device, net, projectId: PROJECT, userId: USER_ID, isWatching: false };
  if (!uploads) return leaveTabOpen(options, 5 * MINUTE_MS);
  let hasFailed = false;
  const start: typeof device.server.uploads.start = (file, signal) => {
    if (hasFailed) return device.server.uploads.start(file, signal);
    hasFailed = true;
    return Promise.reject(new OfflineError());
  };
  const calls = { ...device.server.uploads, start };
  return leaveTabOpen({ ...options, uploads: { calls, files: madeUpFiles } }, 5 * MINUTE_MS);
}

const rename = (): Promise<unknown> => real.actions.editProject(PROJECT, { title: 'Harbor' });
const bring = async (): Promise<void> => {
  const [first] = madeUpFiles;
  if (first) await addOwnFile(real.db, USER_ID, first.file);
};

test('a change that failed once goes out again in time, and one that waits 90 seconds is noticed', async () => {
  const since = real.device.now();
  await rename();
  await open(failsOnce(real));
  expect(await real.db.outbox.count()).toBe(0);
  expect(real.device.now() - since).toBeLessThan(MINUTE_MS);
  await real.actions.editProject(PROJECT, { title: 'Pier' });
  await expect(open(failsOnce({ ...real, timer: late(real.timer) }))).rejects.toThrow(/the age of/);
  expect(await real.db.outbox.count()).toBe(1);
});

test('a change whose lock comes 90 seconds late is noticed', async () => {
  await rename();
  const hold: TestDevice['locks']['hold'] = async (name, work, signal) => {
    await new Promise<void>((resolve) => real.timer.after(LATE_MS, resolve));
    return real.locks.hold(name, work, signal);
  };
  await expect(open({ ...real, locks: { ...real.locks, hold } })).rejects.toThrow(/the age of/);
});

test('a file that failed once goes out again in time, and one that waits 90 seconds is noticed', async () => {
  await bring();
  await open(real, true);
  expect((await real.db.ownFiles.toArray()).map(({ state }) => state)).toEqual(['sent']);
  const [, second] = madeUpFiles;
  if (second) await addOwnFile(real.db, USER_ID, second.file);
  await expect(open({ ...real, timer: late(real.timer) }, true)).rejects.toThrow(/the age of “Two.mp4”/);
});
