import { expect, test } from 'vitest';
import { ApiError, OfflineError } from '#api/errors.ts';
import { drainProject } from '#sync/drain.ts';
import { changesReply, changesRequest, type ChangesReply } from '#shared/api/changes.ts';
import { wakeOutbox } from '#sync/outbox.ts';
import { PULL_LIMIT_MS, SEND_LIMIT_MS } from '#sync/timer.ts';
import { syncStatus } from '#sync/status.ts';
import { pullProject } from '#sync/pull.ts';
import { readMissing } from '#data/tables/missing-projects.ts';
import { readReach } from '#data/tables/reach.ts';
import { idea, testId } from '#tests/helpers/rows.ts';
import {
  calling,
  drain,
  eachOnDevice,
  it,
  memoryLocks,
  moment,
  onServer,
  outbox,
  PROJECT,
  pull,
  sceneHere,
  sceneId,
  USER_ID,
  type TestDevice,
} from './test-device.ts';

eachOnDevice(3);

test('edits arrive in their order, each with the version that the reply before it gave', async () => {
  await it.actions.editScene(sceneId(1), { title: 'One' });
  await it.actions.reorderScenes(PROJECT, 0, 2);
  await it.actions.deleteScene(sceneId(2));
  await it.actions.restoreScene(sceneId(2));
  expect(await drain()).toEqual({ kind: 'drained', sent: 4 });
  expect(
    it.server.changes.map(({ method, path, headers }) => [method, path.split('/').at(-1), headers['If-Match']]),
  ).toEqual([
    ['PATCH', sceneId(1), '"1"'],
    ['POST', 'reorder-scenes', '"1"'],
    ['DELETE', sceneId(2), '"2"'],
    ['POST', 'restore', '"3"'],
  ]);
  expect(await outbox()).toEqual([]);
  const shown = await it.db.scenes.toCollection().sortBy('sceneNumber');
  expect(shown.map(({ id }) => id)).toEqual([2, 3, 1].map(sceneId));
});

test('a project made offline is created first, and its scenes after it', async () => {
  const id = await it.actions.createProject(idea);
  const added = await it.actions.addScene(id, { title: 'Own', description: 'My own scene.', duration: 8 });
  await it.actions.editProject(id, { title: 'New title' });
  await drainProject(it, id, USER_ID);
  expect(it.server.changes.map(({ path }) => path)).toEqual([
    '/api/projects',
    `/api/projects/${id}/scenes`,
    `/api/projects/${id}`,
  ]);
  expect(it.server.documents.get(id)?.project.title).toBe('New title');
  expect((await it.db.scenes.get(added))?.version).toBe(1);
});

test('patches of one scene that were never sent go as one, other edits between them or not', async () => {
  await it.actions.editScene(sceneId(1), { title: 'First' });
  await it.actions.reorderScenes(PROJECT, 0, 1);
  await it.actions.editScene(sceneId(1), { title: 'Second', description: 'Words' });
  await drain();
  const patches = it.server.changes.filter(({ method }) => method === 'PATCH');
  expect(patches.map(({ body }) => JSON.parse(body ?? ''))).toEqual([{ title: 'Second', description: 'Words' }]);
});

test('a patch is not folded past the deletion of its scene', async () => {
  await it.actions.editScene(sceneId(1), { title: 'First' });
  await it.actions.deleteScene(sceneId(1));
  await it.actions.restoreScene(sceneId(1));
  await it.actions.editScene(sceneId(1), { title: 'Second' });
  await drain();
  expect(it.server.changes.map(({ method }) => method)).toEqual(['PATCH', 'DELETE', 'POST', 'PATCH']);
  expect(onServer(1)?.title).toBe('Second');
});

test('a request whose reply was lost is repeated to the byte, and happens once', async () => {
  await it.actions.addScene(PROJECT, { title: 'Own', description: 'My own scene.', duration: 8 });
  it.server.faults.push('lost-reply');
  const first = await drain();
  expect(first).toEqual({ kind: 'later', at: 1_001_000 });
  expect(await readReach(it.db)).toBe('offline');
  await it.actions.editScene(sceneId(1), { title: 'Meanwhile' });
  it.setNow(1_001_000);
  await drain();
  const [before, after] = it.server.changes.filter(({ path }) => path.endsWith('/scenes'));
  expect(after).toEqual(before);
  expect(it.server.documents.get(PROJECT)?.scenes).toHaveLength(4);
  expect(await readReach(it.db)).toBe('online');
});

test('a patch that was tried is not folded into any more', async () => {
  await it.actions.editScene(sceneId(1), { title: 'First' });
  it.server.faults.push('lost-reply');
  await drain();
  await it.actions.editScene(sceneId(1), { title: 'Second' });
  it.setNow(2_000_000);
  await drain();
  expect(it.server.changes.map(({ body }) => body)).toEqual([
    '{"title":"First"}',
    '{"title":"First"}',
    '{"title":"Second"}',
  ]);
  expect(onServer(1)?.title).toBe('Second');
});

test.each([500, 502, 503, 429, 408])('a %i waits, longer each time, and loses nothing', async (status) => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  it.server.faults.push({ status }, { status });
  expect(await drain()).toEqual({ kind: 'later', at: 1_001_000 });
  it.setNow(1_001_000);
  expect(await drain()).toEqual({ kind: 'later', at: 1_003_000 });
  it.setNow(1_003_000);
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
  expect(onServer(1)?.title).toBe('Kept');
});

test('the wait that a 429 asks for is kept', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  it.server.faults.push({ status: 429, code: 'rate_limited', retryAfterSeconds: 40 });
  expect(await drain()).toEqual({ kind: 'later', at: 1_040_000 });
});

test('a change before its time holds the later ones of its project back', async () => {
  await it.actions.editScene(sceneId(1), { title: 'First' });
  await it.actions.editScene(sceneId(2), { title: 'Second' });
  it.server.faults.push('lost-request');
  await drain();
  expect(await drain()).toMatchObject({ kind: 'later' });
  expect(it.server.changes).toEqual([]);
});

test('a 401 stops everything and keeps it', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  it.server.isSignedIn = false;
  expect(await drain()).toEqual({ kind: 'signed-out' });
  expect(syncStatus(await outbox(), await readReach(it.db))).toMatchObject({ state: 'signed-out', unsent: 1 });
  it.server.isSignedIn = true;
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
});

test('what another person left in the outbox is not sent', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Not mine' });
  expect(await drainProject(it, PROJECT, testId(77))).toEqual({ kind: 'drained', sent: 0 });
  expect(it.server.changes).toEqual([]);
  expect(await outbox()).toHaveLength(1);
});

test.each([400, 403, 413, 422])(
  'a %i is parked with its sentence, holds up its own scene alone, and stays on the screen',
  async (status) => {
    await it.actions.editScene(sceneId(1), { title: 'Refused' });
    await it.actions.editScene(sceneId(2), { title: 'Fine' });
    await it.actions.reorderScenes(PROJECT, 0, 1);
    it.server.faults.push({ status, code: 'invalid_input' });
    await drain();
    await it.actions.editScene(sceneId(1), { description: 'Waits behind it' });
    await drain();
    const status_ = syncStatus(await outbox(), await readReach(it.db));
    expect(status_).toMatchObject({
      state: 'problem',
      unsent: 1,
      problems: [{ sceneId: sceneId(1), sentence: 'The server says no.' }],
    });
    expect(onServer(2)?.title).toBe('Fine');
    expect(onServer(1)).toMatchObject({ title: 'Scene 1', sceneNumber: 2 });
    expect(await sceneHere(1)).toMatchObject({ title: 'Refused', description: 'Waits behind it' });
  },
);

test('where two devices changed different fields, both stay', async () => {
  it.server.editScene(sceneId(1), { description: 'Theirs' });
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  await drain();
  expect(onServer(1)).toMatchObject({ title: 'Mine', description: 'Theirs', version: 3 });
  expect(await sceneHere(1)).toMatchObject({ title: 'Mine', description: 'Theirs', version: 3 });
  expect(await it.db.history.filter((row) => row.state === 'overruled').count()).toBe(0);
});

test('where two devices changed the same field, the later edit wins and the other is kept', async () => {
  it.server.editScene(sceneId(1), { title: 'Theirs' });
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  await drain();
  expect(onServer(1)?.title).toBe('Mine');
  const kept = await it.db.history.filter((row) => row.state === 'overruled').toArray();
  expect(kept.map((row) => row.inverse)).toEqual([
    [{ kind: 'patch-scene', sceneId: sceneId(1), patch: { title: 'Theirs' } }],
  ]);
});

test('an order made against an old list of scenes is made anew over the present one', async () => {
  it.server.removeScene(sceneId(2));
  await it.actions.reorderScenes(PROJECT, 0, 2);
  await drain();
  expect(it.server.documents.get(PROJECT)?.scenes.map((scene) => scene.id)).toEqual([sceneId(3), sceneId(1)]);
  expect((await it.db.scenes.toArray()).map(({ id }) => id).toSorted()).toEqual([sceneId(1), sceneId(3)]);
});

/** Somebody else changes the row whenever this device is about to. */
function contended(times: number) {
  let left = times;
  return calling((outgoing, signal) => {
    left -= 1;
    if (left >= 0) it.server.editScene(sceneId(1), { description: `Theirs ${left}` });
    return it.call(outgoing, signal);
  });
}

/** Sends whenever it is due, until all is sent; answers how long that took. */
async function drainAll(device: TestDevice): Promise<number> {
  const since = device.device.now();
  for (;;) {
    const outcome = await drainProject(device, PROJECT, USER_ID);
    if (outcome.kind !== 'later') return device.device.now() - since;
    device.setNow(outcome.at);
  }
}

test('somebody who edits as fast as this device sends is merged with each time, and given room', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  expect(await drainProject(contended(6), PROJECT, USER_ID)).toEqual({ kind: 'later', at: 1_001_000 });
  expect(await outbox()).toMatchObject([{ conflicts: 6, unanswered: 0, request: null }]);
  it.setNow(1_001_000);
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
  expect(onServer(1)).toMatchObject({ title: 'Mine', description: 'Theirs 0' });
});

test('however long somebody goes on editing the same row, this device has its turn within a minute after', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  let later = await drainProject(contended(40), PROJECT, USER_ID);
  for (let tries = 0; later.kind === 'later' && tries < 34; tries += 1) {
    it.setNow(later.at);
    later = await drainProject(contended(1), PROJECT, USER_ID);
  }
  expect(await outbox()).toMatchObject([{ conflicts: 40 }]);
  expect(await drainAll(it)).toBeLessThanOrEqual(30_000);
  expect(onServer(1)?.title).toBe('Mine');
});

test.each([
  ['48 seconds', 48_000],
  ['an hour', 3_600_000],
  ['nine days', 9 * 86_400_000],
])('an edit made %s offline is merged with what changed meanwhile as soon as the server answers', async (_, awayMs) => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  await it.actions.editScene(sceneId(2), { title: 'Later' });
  const backAt = it.device.now() + awayMs;
  it.server.isReachable = false;
  for (let tries = 0; tries < 200; tries += 1) {
    const outcome = await drain();
    if (outcome.kind !== 'later' || outcome.at >= backAt) break;
    it.setNow(outcome.at);
  }
  it.setNow(backAt);
  it.server.isReachable = true;
  it.server.editScene(sceneId(1), { description: 'Theirs' });
  expect(await drainAll(it)).toBeLessThanOrEqual(30_000);
  expect(onServer(1)).toMatchObject({ title: 'Mine', description: 'Theirs' });
  expect(onServer(2)?.title).toBe('Later');
});

test('a send that hangs is given up, counts as unanswered, and keeps nothing waiting for a minute', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  it.server.faults.push('hanging-request');
  expect(await drain()).toEqual({ kind: 'later', at: 1_000_000 + SEND_LIMIT_MS + 1_000 });
  expect(await readReach(it.db)).toBe('offline');
  expect(await drainAll(it)).toBeLessThanOrEqual(1_000);
  expect(onServer(1)?.title).toBe('Kept');
});

test('a pull that hangs lets go of the project', async () => {
  it.server.faults.push('hanging-request');
  await expect(pull()).rejects.toBeInstanceOf(OfflineError);
  expect(it.device.now()).toBe(1_000_000 + PULL_LIMIT_MS);
  await it.actions.editScene(sceneId(1), { title: 'Free' });
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
});

test('a clock that is put back leaves nothing waiting for it to come round again', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  it.server.faults.push('lost-request');
  await drain();
  it.setNow(it.device.now() - 3_600_000);
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
});

test('what is woken while it is on its way is soon sent again, not after the wait that it had earned before', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  await it.db.outbox.toCollection().modify({ unanswered: 9 });
  const woken = calling(async () => {
    await wakeOutbox(it.db);
    throw new OfflineError();
  });
  expect(await drainProject(woken, PROJECT, USER_ID)).toEqual({ kind: 'later', at: 1_002_000 });
});

/** Deletes and restores, which no other change is folded into. */
async function editOften(times: number): Promise<void> {
  for (let index = 0; index < times; index += 1)
    await (index % 2 === 0 ? it.actions.deleteScene(sceneId(2)) : it.actions.restoreScene(sceneId(2)));
}

/** The same device, before a server that takes one change in a call. */
function atOlderServer(device: TestDevice): TestDevice {
  return calling(async (outgoing, signal) => {
    if (outgoing.path === '/api/changes')
      throw new ApiError(404, JSON.stringify({ code: 'not_found', message: 'No.' }));
    return device.call(outgoing, signal);
  }, device);
}

/** The same device, and how many changes were sent each time that it held the project. */
function countingTurns(device: TestDevice): { device: TestDevice; turns: number[] } {
  const turns: number[] = [];
  const locks: TestDevice['locks'] = {
    ...device.locks,
    async hold(name, work, signal) {
      const before = device.server.changes.length;
      const outcome = await device.locks.hold(name, work, signal);
      turns.push(device.server.changes.length - before);
      return outcome;
    },
  };
  return { device: { ...device, locks }, turns };
}

test('quick changes go out several at a time, and others that wait for the project come in between', async () => {
  await editOften(56);
  const { device, turns } = countingTurns(it);
  const seen: number[] = [];
  const drained = drainProject(device, PROJECT, USER_ID);
  const hold: TestDevice['locks']['hold'] = (name, work, signal) => {
    const seeing: typeof work = async (lost) => {
      seen.push(it.server.changes.length);
      return work(lost);
    };
    return it.locks.hold(name, seeing, signal);
  };
  await pullProject({ ...device, locks: { ...it.locks, hold } }, PROJECT, USER_ID);
  expect(await drained).toEqual({ kind: 'drained', sent: 56 });
  expect(turns).toEqual([24, 24, 8]);
  expect(seen).toEqual([24]);
  expect(await outbox()).toEqual([]);
});

test('slow changes go out one at a time', async () => {
  await editOften(3);
  const { device, turns } = countingTurns(it);
  const slow = calling(async (outgoing, signal) => {
    it.setNow(it.device.now() + 1_500);
    return it.call(outgoing, signal);
  }, device);
  expect(await drainProject(atOlderServer(slow), PROJECT, USER_ID)).toEqual({ kind: 'drained', sent: 3 });
  // The first time it learned that they don't go together.
  expect(turns).toEqual([0, 1, 1, 1, 0]);
});

test('a tab that loses the project takes no further change under that hold', async () => {
  await editOften(4);
  const { device, turns } = countingTurns(it);
  let isFirst = true;
  const robbed = calling(async (outgoing, signal) => {
    // Another tab holds the project for a moment.
    if (isFirst) void it.locks.steal(`project:${PROJECT}`, async () => undefined);
    isFirst = false;
    return it.call(outgoing, signal);
  }, device);
  expect(await drainProject(atOlderServer(robbed), PROJECT, USER_ID)).toEqual({ kind: 'drained', sent: 4 });
  expect(turns.slice(0, 2)).toEqual([0, 1]);
});

test('an answer to a change that another tab has settled meanwhile changes nothing', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  // A tab that was frozen on the way, taken for dead, and thaws after the other has gone on.
  const [sent, thawed] = [moment(), moment()];
  const frozen = calling(async (outgoing, signal) => {
    const reply = await it.call(outgoing, signal);
    sent.resolve();
    await thawed.promise;
    return reply;
  });
  const late = drainProject({ ...frozen, locks: memoryLocks() }, PROJECT, USER_ID);
  await sent.promise;
  await drain();
  it.server.editScene(sceneId(1), { title: 'Theirs' });
  await pull();
  thawed.resolve();
  await late;
  expect(await sceneHere(1)).toMatchObject({ title: 'Theirs', version: 3 });
  expect(await outbox()).toEqual([]);
});

test('a refusal that comes late to a tab that was taken for dead brings no change back', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  it.server.editScene(sceneId(1), { description: 'Theirs' });
  const late = calling(async (outgoing, signal) => {
    const reply = it.call(outgoing, signal);
    await reply.catch(() => drain());
    return reply;
  });
  await drainProject({ ...late, locks: memoryLocks() }, PROJECT, USER_ID);
  expect(await outbox()).toEqual([]);
  expect(it.server.changes).toHaveLength(3);
  expect(onServer(1)).toMatchObject({ title: 'Mine', version: 3 });
});

test('a project that is deleted elsewhere while an edit of it is merged is told, not asked for again and again', async () => {
  await it.actions.reorderScenes(PROJECT, 0, 2);
  it.server.removeScene(sceneId(2));
  const gone = calling(async (outgoing, signal) => {
    const reply = it.call(outgoing, signal);
    await reply.catch(() => it.server.documents.delete(PROJECT));
    return reply;
  });
  expect(await drainProject(gone, PROJECT, USER_ID)).toMatchObject({ kind: 'drained' });
  expect(await outbox()).toMatchObject([{ state: 'parked', refusal: { status: 404 } }]);
});

test('a reply that is cut off, and a database that can not be written, are tried again later', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  const cut = calling(() => Promise.reject(new SyntaxError('Unexpected end of JSON input')));
  expect(await drainProject(cut, PROJECT, USER_ID)).toEqual({ kind: 'later', at: 1_001_000 });
  it.setNow(1_001_000);
  const full = calling(() => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError')));
  await expect(drainProject(full, PROJECT, USER_ID)).rejects.toThrow('The disk is full.');
  expect(await drain()).toEqual({ kind: 'later', at: 1_003_000 });
  expect(await drainAll(it)).toBe(2_000);
});

test('deleting what is gone already is done', async () => {
  it.server.removeScene(sceneId(2));
  await it.actions.deleteScene(sceneId(2));
  await drain();
  expect(await outbox()).toEqual([]);
  expect(await sceneHere(2)).toBeUndefined();
});

test('a reply of an unknown shape is asked for again, not taken', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Kept' });
  const strange = calling(() => Promise.resolve({ hello: 'captive portal' }));
  expect(await drainProject(strange, PROJECT, USER_ID)).toMatchObject({ kind: 'later' });
  expect((await outbox())[0]).toMatchObject({ state: 'waiting', unanswered: 1 });
});

test('what a proxy answers is not the server’s word: nothing is settled, refused, or taken for gone', async () => {
  await it.actions.deleteScene(sceneId(1));
  await it.actions.editScene(sceneId(2), { title: 'Kept' });
  for (const status of [403, 404, 405, 413] as const) {
    it.server.faults.push({ status });
    expect(await drain()).toMatchObject({ kind: 'later' });
    it.setNow(it.device.now() + 60_000);
  }
  expect((await outbox()).map(({ state }) => state)).toEqual(['waiting', 'waiting']);
  expect(onServer(1)).toBeDefined();
  it.server.faults.push({ status: 404 });
  await expect(pull()).rejects.toThrow('404');
  expect(await readMissing(it.db)).toEqual([]);
  expect(await drain()).toMatchObject({ kind: 'drained' });
  expect(onServer(1)).toBeUndefined();
  expect(onServer(2)?.title).toBe('Kept');
});

type Answer = ChangesReply['replies'][number];

const keysReceived = () => it.server.changes.map(({ headers }) => headers['Idempotency-Key']);

/** The same device, before a server that answers only so many changes of each call. @param answer what it says to the next one */
function answering(count: number, answer?: Answer): TestDevice {
  return calling(async (outgoing, signal) => {
    if (outgoing.path !== '/api/changes') return it.call(outgoing, signal);
    const { changes } = changesRequest.parse(JSON.parse(outgoing.body ?? ''));
    const made = { ...outgoing, body: JSON.stringify({ changes: changes.slice(0, count) }) };
    const { replies } = changesReply.parse(await it.call(made, signal));
    return { replies: answer === undefined ? replies : [...replies, answer] };
  });
}

test('several go out in one call, each under its own key and on the version that the one before it leaves', async () => {
  await it.actions.editScene(sceneId(1), { title: 'One' });
  await it.actions.reorderScenes(PROJECT, 0, 2);
  await it.actions.deleteScene(sceneId(2));
  await it.actions.editScene(sceneId(3), { title: 'Three' });
  const keys = (await outbox()).map(({ opId }) => opId);
  expect(await drain()).toEqual({ kind: 'drained', sent: 4 });
  expect(it.server.calls).toEqual([4]);
  expect(keysReceived()).toEqual(keys);
  expect(onServer(3)?.title).toBe('Three');
  expect(await outbox()).toEqual([]);
});

test('those for which the server had no time go out in the next call, and none goes twice', async () => {
  await editOften(5);
  expect(await drainProject(answering(2), PROJECT, USER_ID)).toEqual({ kind: 'drained', sent: 5 });
  expect(it.server.calls).toEqual([2, 2]);
  expect(new Set(keysReceived()).size).toBe(5);
  expect(it.server.changes).toHaveLength(5);
});

test('of a call that isn’t answered, each goes alone the next time, and is made once', async () => {
  await editOften(4);
  it.server.faults.push('lost-reply');
  expect(await drain()).toMatchObject({ kind: 'later' });
  // The server itself is heard of again.
  await wakeOutbox(it.db);
  expect(await drain()).toEqual({ kind: 'drained', sent: 4 });
  expect(it.server.calls).toEqual([4]);
  expect(new Set(keysReceived()).size).toBe(4);
  expect(onServer(1)?.version).toBe((await sceneHere(1))?.version);
});

test('what went out behind a change that the server refuses is built anew, and comes through', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Refused' });
  await it.actions.reorderScenes(PROJECT, 0, 2);
  await it.actions.deleteScene(sceneId(2));
  const [first, ...others] = await outbox();
  it.server.faults.push({ status: 422, code: 'invalid_input' });
  expect(await drain()).toMatchObject({ kind: 'drained' });
  expect((await outbox()).map(({ opId, state }) => [opId, state])).toEqual([[first?.opId, 'parked']]);
  for (const { opId } of others) expect(keysReceived()).not.toContain(opId);
  expect(it.server.documents.get(PROJECT)?.scenes.map(({ id }) => id)).toEqual([3, 1].map(sceneId));
});

test('one that is refused because of what was foreseen is built anew, and isn’t left to the person', async () => {
  await it.actions.reorderScenes(PROJECT, 0, 2);
  await it.actions.deleteScene(sceneId(2));
  const [, second] = await outbox();
  const refusal = {
    status: 422,
    body: JSON.stringify({ code: 'invalid_input', message: 'No such order.', requestId: 'test' }),
    retryAfterSeconds: null,
  };
  expect(await drainProject(answering(1, refusal), PROJECT, USER_ID)).toMatchObject({ kind: 'drained' });
  expect(await outbox()).toEqual([]);
  expect(keysReceived()).not.toContain(second?.opId);
  expect(onServer(2)).toBeUndefined();
});

test('a tab that dies when a call of several was answered sends the same again, and each is done once', async () => {
  await editOften(6);
  const dying = calling(async (outgoing, signal) => {
    const reply = await it.call(outgoing, signal);
    it.db.close();
    return reply;
  });
  await expect(drainProject(dying, PROJECT, USER_ID)).rejects.toThrow(/closed/);
  await it.db.open();
  const before = keysReceived();
  expect(await drain()).toEqual({ kind: 'drained', sent: 6 });
  expect(it.server.calls).toEqual([6, 6]);
  expect(keysReceived()).toEqual([...before, ...before]);
  expect(onServer(1)?.version).toBe((await sceneHere(1))?.version);
});

test('a change that is discarded while it is in a call of several stays away, and holds up none', async () => {
  await editOften(4);
  const [, , third] = await outbox();
  const discarding = calling(async (outgoing, signal) => {
    const reply = await it.call(outgoing, signal);
    if (it.server.calls.length === 1) await it.db.outbox.delete(third?.seq ?? 0);
    return reply;
  });
  expect(await drainProject(discarding, PROJECT, USER_ID)).toMatchObject({ kind: 'drained' });
  expect(await outbox()).toEqual([]);
});

/** A server that fails at each change of this scene, whatever it is. */
function failingAt(id: string): TestDevice {
  return calling(async (outgoing, signal) => {
    if (outgoing.path.endsWith(id)) throw new ApiError(500, 'A bug.');
    if (outgoing.path !== '/api/changes') return it.call(outgoing, signal);
    const { changes } = changesRequest.parse(JSON.parse(outgoing.body ?? ''));
    const place = changes.findIndex(({ path }) => path.endsWith(id));
    if (place === -1) return it.call(outgoing, signal);
    const bug = { status: 500, body: JSON.stringify({ code: 'internal', message: 'A bug.' }), retryAfterSeconds: null };
    const before = { ...outgoing, body: JSON.stringify({ changes: changes.slice(0, place) }) };
    const made = place === 0 ? { replies: [] } : changesReply.parse(await it.call(before, signal));
    return { replies: [...made.replies, bug] };
  });
}

test('a change that the server always fails at lets by, within a minute, all that doesn’t build on it', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Poison' });
  await it.actions.editScene(sceneId(2), { title: 'Fine' });
  await it.actions.reorderScenes(PROJECT, 0, 2);
  await it.actions.editScene(sceneId(1), { description: 'Behind it' });
  const since = it.device.now();
  const device = failingAt(sceneId(1));
  const [, second] = await outbox();
  while (onServer(2)?.title !== 'Fine') {
    // What else may go is looked for after each, as the page does.
    await drainProject(device, PROJECT, USER_ID);
    const outcome = await drainProject(device, PROJECT, USER_ID);
    if (outcome.kind === 'later' && onServer(2)?.title !== 'Fine') it.setNow(outcome.at);
    expect(it.device.now() - since).toBeLessThan(60_000);
  }
  await drainProject(device, PROJECT, USER_ID);
  expect((await outbox()).map(({ change }) => change.kind)).toEqual(['patch-scene']);
  expect(it.server.documents.get(PROJECT)?.scenes.map(({ id }) => id)).toEqual([2, 3, 1].map(sceneId));
  // It was built on what never came, so it went out as another one.
  expect(keysReceived()).not.toContain(second?.opId);
  it.setNow(it.device.now() + 60_000);
  expect(await drain()).toMatchObject({ kind: 'drained' });
  expect(onServer(1)).toMatchObject({ title: 'Poison', description: 'Behind it' });
});

test('nothing of a project goes past its creation', async () => {
  const id = await it.actions.createProject(idea);
  await it.actions.editProject(id, { title: 'Later' });
  const device = failingAt('/api/projects');
  for (let times = 0; times < 8; times += 1) {
    expect(await drainProject(device, id, USER_ID)).toMatchObject({ kind: 'later' });
    it.setNow(it.device.now() + 60_000);
  }
  expect(it.server.changes).toEqual([]);
});

test('a tab that dies after several changes were accepted sends them again, and each is done once', async () => {
  await editOften(6);
  let calls = 0;
  const dying = calling(async (outgoing, signal) => {
    calls += 1;
    if (calls === 4) it.db.close();
    return it.call(outgoing, signal);
  });
  await expect(drainProject(atOlderServer(dying), PROJECT, USER_ID)).rejects.toThrow(/closed/);
  await it.db.open();
  expect(await it.db.outbox.count()).toBe(6);
  const before = it.server.changes.map(({ headers, body }) => [headers['Idempotency-Key'], body]);
  expect(await drainProject(atOlderServer(it), PROJECT, USER_ID)).toEqual({ kind: 'drained', sent: 6 });
  const all = it.server.changes.map(({ headers, body }) => [headers['Idempotency-Key'], body]);
  expect(all.slice(before.length, 2 * before.length)).toEqual(before);
  expect(new Set(all.map(([key]) => key)).size).toBe(6);
  expect(onServer(1)?.version).toBe((await sceneHere(1))?.version);
  expect(await outbox()).toEqual([]);
});

test('a change that is discarded while those before it are sent stays here', async () => {
  await editOften(4);
  const [, , third] = await outbox();
  const discarding = calling(async (outgoing, signal) => {
    if (it.server.changes.length === 0) await it.db.outbox.delete(third?.seq ?? 0);
    return it.call(outgoing, signal);
  });
  expect(await drainProject(atOlderServer(discarding), PROJECT, USER_ID)).toEqual({ kind: 'drained', sent: 3 });
  expect(keysReceived()).not.toContain(third?.opId);
});
