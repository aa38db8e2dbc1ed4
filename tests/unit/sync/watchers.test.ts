import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetCurrentUser, readCurrentUser } from '#data/tables/users.ts';
import { backoffMs } from '#sync/backoff.ts';
import { POLL_MS, projectsAtWork, runPoll } from '#sync/poll.ts';
import { pullProject } from '#sync/pull.ts';
import { watchRefusals } from '#sync/refusals.ts';
import { follow } from '#data/follow.ts';
import { changeUpload } from '#data/tables/own-files.ts';
import { runDrain } from '#sync/run-drain.ts';
import { watchSilence } from '#sync/silence.ts';
import type { Timer } from '#sync/timer.ts';
import { waitForOutbox } from '#sync/wait-for-outbox.ts';
import { projectRow, testId } from '#tests/helpers/rows.ts';
import { handTimer } from './hand-timer.ts';
import { madeUpFiles, takeFileStep } from './walk-files.ts';
import { crash, eachOnDevice, it, moment, PROJECT, pull, sceneId, USER_ID } from './test-device.ts';

let stop: AbortController;
eachOnDevice(2);
beforeEach(() => void (stop = new AbortController()));
afterEach(() => stop.abort());

function drain(timer: Timer = handTimer()) {
  const drained: string[] = [];
  const signedOut = moment();
  let next = moment();
  const onDrained = (projectId: string): void => {
    drained.push(projectId);
    next.resolve();
  };
  runDrain(it, USER_ID, { onDrained, onSignedOut: signedOut.resolve, onCrash: crash }, timer, stop.signal);
  return {
    drained,
    signedOut: signedOut.promise,
    next: () => (next = moment()).promise,
  };
}

test('an edit is sent as soon as it is committed', async () => {
  const { next, drained } = drain();
  const sent = next();
  await it.actions.editScene(sceneId(1), { title: 'New' });
  await sent;
  expect(drained).toEqual([PROJECT]);
  expect(it.server.changes).toHaveLength(1);
});

test('what could not be sent goes when its time has come', async () => {
  const timer = handTimer();
  it.server.faults.push('lost-request');
  const { next } = drain(timer);
  const sent = next();
  await it.actions.editScene(sceneId(1), { title: 'New' });
  await expect.poll(timer.armed).toEqual([1_000]);
  it.setNow(it.device.now() + 1_000);
  await timer.ring();
  await sent;
  expect(timer.waits[0]).toBe(1_000);
  expect(it.server.changes).toHaveLength(1);
});

test('a project that waits does not hold up another', async () => {
  const timer = handTimer();
  it.server.seed(projectRow({ id: testId(9), userId: USER_ID }), []);
  await pullProject(it, testId(9), USER_ID);
  await it.actions.editScene(sceneId(1), { title: 'Waits' });
  await it.db.outbox.toCollection().modify({ nextAt: it.device.now() + 30_000 });
  await it.actions.editProject(testId(9), { title: 'Goes' });
  const { next, drained } = drain(timer);
  await next();
  expect(drained).toEqual([testId(9)]);
  expect(it.server.documents.get(testId(9))?.project.title).toBe('Goes');
});

test('a 401 is told once, and nothing more is sent', async () => {
  it.server.isSignedIn = false;
  const { signedOut } = drain();
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  await signedOut;
  await expect(waitForOutbox(it, PROJECT, 'project')).rejects.toMatchObject({ status: 401 });
  expect(it.server.changes).toHaveLength(1);
});

test('a refusal is told once, and one from before is not told again', async () => {
  const told: string[] = [];
  const heard = moment();
  const { next } = drain();
  const tell = ({ sentence }: { sentence: string }): void => {
    told.push(sentence);
    heard.resolve();
  };
  watchRefusals(it, USER_ID, tell, crash, stop.signal);
  it.server.faults.push({ status: 422, code: 'invalid_input' });
  await it.actions.editScene(sceneId(1), { title: 'Refused' });
  await heard.promise;
  const sent = next();
  await it.actions.editScene(sceneId(2), { title: 'Fine' });
  await sent;
  expect(told).toEqual(['The server says no.']);
});

test('a project is polled every three seconds while something is being made, and not after', async () => {
  const timer = handTimer();
  const pulled: string[] = [];
  it.server.editScene(sceneId(1), { status: 'generating' }, false);
  await pull();
  expect(await projectsAtWork(it.db, USER_ID)).toEqual([PROJECT]);
  const pullIt = async (projectId: string): Promise<void> => {
    pulled.push(projectId);
    if (pulled.length === 2) it.server.editScene(sceneId(1), { status: 'complete' }, false);
    await pullProject(it, projectId, USER_ID);
  };
  runPoll({ db: it.db, userId: USER_ID, timer, onCrash: crash, pull: pullIt }, stop.signal);
  await timer.ring();
  await timer.ring();
  await pull();
  expect(pulled).toEqual([PROJECT, PROJECT]);
  expect(timer.waits.slice(0, 2)).toEqual([POLL_MS, POLL_MS]);
  expect(await projectsAtWork(it.db, USER_ID)).toEqual([]);
});

test('polling begins when work begins, whatever was read before', async () => {
  const timer = handTimer();
  const read: string[][] = [];
  let next = moment();
  const see = (projectIds: string[]): void => {
    read.push(projectIds);
    next.resolve();
  };
  follow(() => projectsAtWork(it.db, USER_ID), see, crash, stop.signal);
  runPoll({ db: it.db, userId: USER_ID, timer, onCrash: crash, pull: () => Promise.resolve() }, stop.signal);
  await next.promise;
  next = moment();
  await it.db.scenes.update(sceneId(1), { status: 'generating' });
  await next.promise;
  expect(read).toEqual([[], [PROJECT]]);
  await expect.poll(timer.armed).toEqual([POLL_MS]);
});

test('waits double up to half a minute, less by chance, and not below what the server asked, up to a minute', () => {
  expect([1, 2, 3, 4].map((failures) => backoffMs(failures, 0))).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(backoffMs(30, 0)).toBe(30_000);
  expect(backoffMs(3, 0.999)).toBeGreaterThanOrEqual(2_000);
  expect(backoffMs(1, 0.5, 60)).toBe(60_000);
  expect(backoffMs(1, 0.5, 3_600)).toBe(60_000);
});

test('signing out forgets who it was and keeps what they did', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  expect((await readCurrentUser(it.db))?.firstName).toBe('Ines');
  await forgetCurrentUser(it.db);
  expect(await readCurrentUser(it.db)).toBeNull();
  expect([await it.db.outbox.count(), await it.db.users.count()]).toEqual([1, 1]);
});

/** A scene of a clip that the server doesn't have. Resolves to how the upload ends. */
async function awaitFile(): Promise<() => Promise<void>> {
  const step = { kind: 'own-scene', file: 0 } as const;
  await takeFileStep(it, { step, turn: 1, projectId: PROJECT, userId: USER_ID, files: madeUpFiles });
  const { file } = madeUpFiles[0] ?? {};
  if (file === undefined) throw new Error('There are files.');
  return async () => {
    it.server.files.set(file.sha256, file);
    await changeUpload(it.db, { userId: USER_ID, sha256: file.sha256 }, { state: 'sent' });
  };
}

/** Long enough for whatever follows the database without a clock. */
async function settleReads(): Promise<void> {
  for (let times = 0; times < 100; times += 1) await it.db.outbox.count();
}

test('a change that waits for its file is tried when the file is there, and not over and over before', async () => {
  const sent = await awaitFile();
  const { hold } = it.locks;
  let turns = 0;
  it.locks.hold = (...of) => {
    turns += 1;
    return hold(...of);
  };
  const drained = drain().next();
  await settleReads();
  expect(turns).toBeLessThan(3);
  await sent();
  await drained;
  expect(await it.db.outbox.count()).toBe(0);
});

test('who waits for a file doesn’t take the tab that sends for silent', async () => {
  const sent = await awaitFile();
  const timer = handTimer();
  const about = { isVisible: () => true, isLeaderAwake: async () => true, now: it.device.now };
  const failed = (error?: unknown): never => {
    throw error ?? new Error('The lead was taken.');
  };
  const end = watchSilence({ db: it.db, userId: USER_ID, timer, rest: it.rest, ...about, onCrash: failed }, failed);
  await settleReads();
  expect(timer.waits).toEqual([]);
  await sent();
  await expect.poll(() => timer.waits.length).toBeGreaterThan(0);
  end();
});

test('a disk that is full makes no loop: room is made, and the project is tried again by time', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  const full = (): never => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  };
  it.db.outbox.hook('updating', full);
  const timer = handTimer();
  const crashes: unknown[] = [];
  const events = { onDrained: () => undefined, onSignedOut: () => undefined };
  let timesMade = 0;
  const makeRoom = async (): Promise<void> => void timesMade++;
  const deps = { ...it, makeRoom };
  runDrain(deps, USER_ID, { ...events, onCrash: (error) => void crashes.push(error) }, timer, stop.signal);
  await expect.poll(timer.armed).toEqual([1_000]);
  await settleReads();
  expect([crashes.length, timesMade]).toEqual([1, 1]);
  it.db.outbox.hook('updating').unsubscribe(full);
  it.setNow(it.device.now() + 1_000);
  await timer.ring();
  await expect.poll(() => it.db.outbox.count()).toBe(0);
  expect(timer.waits[0]).toBe(1_000);
});
