import { beforeEach, expect, test } from 'vitest';
import { OfflineError, UnsavedError } from '#api/errors.ts';
import type { Ground } from '#api/project-gate.ts';
import { writeReach } from '#data/tables/reach.ts';
import { syncStatus } from '#sync/status.ts';
import { WAIT_LIMIT_MS, waitForOutbox } from '#sync/wait-for-outbox.ts';
import { handTimer, type HandTimer } from './hand-timer.ts';
import { drain, eachOnDevice, it, PROJECT, sceneId } from './test-device.ts';

let timer: HandTimer;
eachOnDevice(2);
beforeEach(() => void (timer = handTimer()));

const wait = (ground: Ground = 'project', signal?: AbortSignal) =>
  waitForOutbox({ db: it.db, timer }, PROJECT, ground, signal);

/** Resolves when a wait that begins after this has looked at the outbox and at the reach, and has been told. */
async function nextLook(): Promise<{ told: () => Promise<unknown> }> {
  await it.db.meta.put({ key: 'reach', value: 'online' });
  const read = new Promise<void>((resolve) =>
    it.db.meta.hook('reading', (row) => {
      resolve();
      return row;
    }),
  );
  return { told: () => read.then(() => it.db.outbox.count()) };
}

test('with nothing to send a call goes at once, and no clock is left running', async () => {
  await wait();
  expect(timer.armed()).toEqual([]);
});

test('it ends when everything is sent', async () => {
  await it.actions.editScene(sceneId(1), { title: 'New' });
  const waiting = wait();
  await drain();
  await waiting;
  expect(timer.armed()).toEqual([]);
});

test('it ends when there is no network, and when it is given up', async () => {
  await it.actions.editScene(sceneId(1), { title: 'New' });
  const controller = new AbortController();
  const givenUp = wait('project', controller.signal);
  controller.abort();
  await expect(givenUp).rejects.toMatchObject({ name: 'AbortError' });
  await writeReach(it.db, 'offline');
  await expect(wait()).rejects.toBeInstanceOf(OfflineError);
});

test.each([
  [1, '“Edit scene 1” hasn’t been saved yet. Try again in a moment.'],
  [2, '“Edit scene 1” and 1 more change haven’t been saved yet. Try again in a moment.'],
  [3, '“Edit scene 1” and 2 more changes haven’t been saved yet. Try again in a moment.'],
])(
  'after 20 seconds it says which of %i changes is waiting, and that another try may help',
  async (count, sentence) => {
    for (let n = 0; n < count; n += 1) await it.actions.editScene(sceneId(1 + (n % 2)), { title: `New ${n}` });
    const look = await nextLook();
    const waiting = wait();
    await look.told();
    expect(timer.armed()).toEqual([WAIT_LIMIT_MS]);
    await timer.ring();
    await expect(waiting).rejects.toMatchObject({ message: sentence, canRetry: true });
  },
);

test('what the server refused holds up what builds on it, and says so at once', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Refused' });
  it.server.faults.push({ status: 422, code: 'invalid_input' });
  await drain();
  const refused = { message: expect.stringContaining('“Edit scene 1” couldn’t be saved.'), canRetry: false };
  await expect(wait({ sceneId: sceneId(1) })).rejects.toMatchObject(refused);
  await expect(wait('scenes')).rejects.toMatchObject(refused);
  await expect(wait({ sceneId: sceneId(2) })).resolves.toBeUndefined();
  await expect(wait('project')).resolves.toBeUndefined();
});

test('a refused change of the movie holds up all of it; one of who may watch it, nothing', async () => {
  await it.actions.setVisibility(PROJECT, true);
  it.server.faults.push({ status: 422, code: 'invalid_input' });
  await drain();
  await expect(wait({ sceneId: sceneId(1) })).resolves.toBeUndefined();
  await it.actions.editProject(PROJECT, { description: 'Another idea.' });
  it.server.faults.push({ status: 422, code: 'invalid_input' });
  await drain();
  await expect(wait({ sceneId: sceneId(1) })).rejects.toBeInstanceOf(UnsavedError);
  await expect(wait('project')).rejects.toBeInstanceOf(UnsavedError);
});

test('the state of a change that fails again and again is not "saving"', async () => {
  await it.actions.editScene(sceneId(1), { title: 'New' });
  const state = async () => syncStatus(await it.db.outbox.toArray(), 'online');
  expect(await state()).toMatchObject({ state: 'saving', next: { label: 'Edit scene 1' } });
  it.server.faults.push({ status: 500 }, { status: 500 });
  await drain();
  expect(await state()).toMatchObject({ state: 'saving' });
  it.setNow(it.device.now() + 60_000);
  await drain();
  expect(await state()).toMatchObject({ state: 'delayed', next: { label: 'Edit scene 1' } });
  it.setNow(it.device.now() + 60_000);
  await drain();
  expect(await state()).toMatchObject({ state: 'saved', next: null });
});

test('a change that the server has no room for says so at once, waits, and is saved as soon as there is some', async () => {
  await it.actions.editScene(sceneId(1), { title: 'New' });
  const state = async () => syncStatus(await it.db.outbox.toArray(), 'online');
  it.server.faults.push({ status: 507, code: 'storage_full' });
  await drain();
  expect(await state()).toMatchObject({ state: 'delayed', unsent: 1, problems: [], next: { isForStorage: true } });
  it.server.faults.push({ status: 502 });
  it.setNow(it.device.now() + 60_000);
  await drain();
  expect(await state()).toMatchObject({ state: 'delayed', next: { isForStorage: false } });
  it.setNow(it.device.now() + 60_000);
  await drain();
  expect(await state()).toMatchObject({ state: 'saved', next: null });
});
