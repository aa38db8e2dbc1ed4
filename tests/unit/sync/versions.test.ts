/** Versions of a project between two devices, by way of the real API. */
import { beforeEach, expect, test } from 'vitest';
import { OfflineError } from '#api/errors.ts';
import { readDocument } from '#data/tables/documents.ts';
import { versionsOf, versionsToSend } from '#data/tables/versions.ts';
import { createVersionActions } from '#editor/version-actions.ts';
import { writtenCharacter } from '#shared/entities/history.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { pullVersions } from '#sync/pull-versions.ts';
import { sendVersion, sendVersions } from '#sync/send-versions.ts';
import { SEND_LIMIT_MS } from '#sync/timer.ts';
import { testId } from '#tests/helpers/rows.ts';
import { eachWithApi, first, second, user, type RealDevice } from './real-device.ts';
import { makeMovie } from './test-device.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';

let projectId: string;
let sceneIds: string[];

eachWithApi(PHONE);
beforeEach(async () => {
  ({ projectId, sceneIds } = await makeMovie(first, ['One', 'Two', 'Three']));
});

const name = async (device: RealDevice, called: string): Promise<string> => {
  device.setNow(device.device.now() + 60_000);
  await createVersionActions(device).nameVersion(projectId, called);
  return (await versionsOf(device.db, projectId)).find((row) => row.name === called)?.id ?? '';
};
const sendAll = async (device: RealDevice): Promise<void> => {
  for (const id of await versionsToSend(device.db, user.id)) await sendVersion(device, id);
};
const told = async (device: RealDevice) =>
  (await versionsOf(device.db, projectId))
    .filter((row) => row.name !== null)
    .map((row) => [row.name, row.device, row.state]);
const titles = async (device: RealDevice): Promise<string[]> =>
  inPlayOrder((await readDocument(device.db, projectId)).scenes).map(({ title }) => title);
const bring = (device: RealDevice) => pullVersions(device, projectId, user.id);

test('a version of one device is looked at and restored on the other, a scene deleted meanwhile included', async () => {
  const id = await name(first, 'Before the recut');
  await first.actions.editScene(sceneIds[0] ?? '', { title: 'Uno' });
  await first.actions.deleteScene(sceneIds[1] ?? '');
  await first.settle(projectId);
  await sendAll(first);
  // The other device sees the project for the first time: it never knew the deleted scene.
  await second.settle(projectId);
  expect(await titles(second)).toEqual(['Uno', 'Three']);
  await bring(second);
  expect(await told(second)).toEqual([['Before the recut', 'Chrome on Windows', 'sent']]);
  const [own, theirs] = [await first.db.versions.get(id), await second.db.versions.get(id)];
  expect([theirs?.project, theirs?.scenes]).toEqual([own?.project, own?.scenes]);
  await createVersionActions(second).restoreVersion(id, 'Before the recut');
  expect(await titles(second)).toEqual(['One', 'Two', 'Three']);
  await second.settle(projectId);
  expect(await second.db.outbox.count()).toBe(0);
  expect(await titles(second)).toEqual(['One', 'Two', 'Three']);
  await first.settle(projectId);
  expect(await titles(first)).toEqual(['One', 'Two', 'Three']);
  await second.actions.undo(projectId);
  await second.settle(projectId);
  expect(await titles(second)).toEqual(['Uno', 'Three']);
});

test('characters are part of it: renamed, deleted, and added since, they are restored and undone on the other device', async () => {
  const character = (n: number, called: string) => ({
    id: testId(n),
    name: called,
    description: `${called}.`,
    imageUrl: null,
  });
  const [mara, jon, ines] = [character(7, 'Mara'), character(8, 'Jon'), character(9, 'Ines')];

  const add = (one: typeof mara) =>
    user.json(`/api/projects/${projectId}/characters`, { method: 'POST', json: writtenCharacter(one) });
  const shown = async ({ db }: RealDevice) => (await db.projects.get(projectId))?.characterReferences;
  await first.settle(projectId);
  await add(mara);
  await add(jon);
  await first.settle(projectId);
  const id = await name(first, 'Two of them');
  await sendAll(first);
  await first.actions.deleteCharacter(projectId, jon.id);
  await first.actions.renameCharacter(projectId, mara.id, 'Maria');
  await first.settle(projectId);
  await add(ines);
  await second.settle(projectId);
  await bring(second);
  const recast = [{ ...mara, name: 'Maria' }, ines];
  expect(await shown(second)).toEqual(recast);
  await createVersionActions(second).restoreVersion(id, 'Two of them');
  expect(await shown(second)).toEqual([mara, jon]);
  await second.settle(projectId);
  expect([await second.db.outbox.count(), await shown(second)]).toEqual([0, [mara, jon]]);
  await second.actions.undo(projectId);
  await second.settle(projectId);
  expect(await second.db.outbox.count()).toBe(0);
  expect(await shown(second)).toEqual(recast);
});

test('what waits is sent after its project, once, whatever becomes of the answers', async () => {
  const id = await name(first, 'Offline');
  expect(await versionsToSend(first.db, user.id)).toEqual([]);
  await first.settle(projectId);
  first.loseReplies(1);
  await expect(sendVersion(first, id)).rejects.toThrow(OfflineError);
  expect((await first.db.versions.get(id))?.state).toBe('waiting');
  await sendAll(first);
  await sendAll(first);
  expect(await told(first)).toEqual([['Offline', null, 'sent']]);
  const listed = await user.json<{ id: string }[]>(`/api/projects/${projectId}/versions`);
  expect(listed.filter((version) => version.id === id)).toHaveLength(1);
  expect(await versionsToSend(first.db, user.id)).toEqual([]);
});

test('the page sends by itself: also after a server that fails', async () => {
  await first.settle(projectId);
  const id = await name(first, 'By itself');
  const call = first.call.bind(first);
  let fails = 2;
  const failing = {
    ...first,
    call: async (...sent: Parameters<typeof call>) => {
      if (fails-- > 0) throw new TypeError('The server fails.');
      return call(...sent);
    },
    // Pauses end at once; a request has its time.
    timer: {
      after: (ms: number, work: () => void) => {
        if (ms < SEND_LIMIT_MS) queueMicrotask(work);
        return () => undefined;
      },
    },
  };
  const stop = new AbortController();
  const failures: unknown[] = [];
  sendVersions(failing, user.id, (error) => void failures.push(error), stop.signal);
  await expect.poll(async () => (await first.db.versions.get(id))?.state).toBe('sent');
  stop.abort();
  expect(failures.length).toBe(2);
});

test('one that the server won’t take stays here and is not sent again', async () => {
  const id = await name(first, 'Here only');
  await first.settle(projectId);
  await user.fetch(`/api/projects/${projectId}`, { method: 'DELETE' });
  await sendAll(first);
  expect((await first.db.versions.get(id))?.state).toBe('local');
  expect(await versionsToSend(first.db, user.id)).toEqual([]);
});

test('a version that this browser kept and lost comes back as its own, and one that is too old stays away', async () => {
  const id = await name(first, 'Lost here');
  await first.settle(projectId);
  await sendAll(first);
  await first.db.versions.clear();
  await bring(first);
  expect(await told(first)).toEqual([['Lost here', null, 'sent']]);
  await first.db.versions.delete(id);
  first.setNow(first.device.now() + 31 * 24 * 3_600_000);
  await bring(first);
  expect(await told(first)).toEqual([]);
});
