/** Projects that the server lacks though nobody deleted them, by the API itself: it may have been restored from a backup. */
import { expect, test } from 'vitest';
import { readMissing } from '#data/tables/missing-projects.ts';
import { versionsOf, versionsToSend } from '#data/tables/versions.ts';
import { giveUpMissing, keepAsNewProject } from '#editor/keep-as-new.ts';
import { createAudioActions } from '#editor/audio-actions.ts';
import { createVersionActions } from '#editor/version-actions.ts';
import { drainProject } from '#sync/drain.ts';
import { pullProject, pullProjects } from '#sync/pull.ts';
import { sendVersion } from '#sync/send-versions.ts';
import { syncStatus } from '#sync/status.ts';
import { audioPiece, testId } from '#tests/helpers/rows.ts';
import { api, castOf, eachWithApi, first, second, user, type RealDevice } from './real-device.ts';
import { makeMovie } from './test-device.ts';

eachWithApi();

/** On both devices and on the server, with two scenes. */
async function project(title: string): Promise<string> {
  const { projectId: id } = await makeMovie(first, ['One', 'Two'], { title });
  await first.settle(id);
  await pullProjects(second, user.id);
  await pullProject(second, id, user.id);
  return id;
}

/** As if a backup from before it was made had been restored. */
const lose = (id: string) => api.db.execute({ sql: 'delete from projects where id = :id', args: { id } });
const titles = async ({ db }: RealDevice) => (await db.projects.toArray()).map(({ title }) => title).toSorted();
const problems = async ({ db }: RealDevice) =>
  syncStatus(await db.outbox.orderBy('seq').toArray(), 'online', await readMissing(db)).problems;

test('what the server never had stays and is asked about; what was deleted elsewhere goes', async () => {
  const [lost, deleted] = [await project('Lost'), await project('Deleted')];
  await lose(lost);
  await first.actions.deleteProject(deleted);
  await drainProject(first, deleted, user.id);
  await pullProjects(second, user.id);
  expect([await titles(second), await first.db.outbox.count()]).toEqual([['Lost'], 0]);
  const kept = await second.db.scenes.toArray();
  expect(kept.map(({ projectId }) => projectId)).toEqual([lost, lost]);
  expect(await problems(second)).toMatchObject([{ kind: 'project-missing', projectId: lost }]);
  await expect(pullProject(first, lost, user.id)).rejects.toMatchObject({ status: 404 });
  expect(await titles(first)).toEqual(['Lost']);
  expect(await problems(first)).toMatchObject([{ kind: 'project-missing', projectId: lost }]);
});

test('it can be kept as a new project, with what was edited since', async () => {
  const lost = await project('Lost');
  await lose(lost);
  const [one] = await second.db.scenes.where('projectId').equals(lost).sortBy('sceneNumber');
  await second.actions.editScene(one?.id ?? '', { title: 'Edited since' });
  await drainProject(second, lost, user.id);
  expect(await problems(second)).toMatchObject([{ kind: 'project-missing', projectId: lost }]);
  const kept = await keepAsNewProject(lost, { ...second, takeIn: async () => null });
  await second.settle(kept?.projectId ?? '');
  expect(await problems(second)).toEqual([]);
  expect(await user.json(`/api/projects/${kept?.projectId}/scenes`)).toMatchObject([
    { title: 'Edited since' },
    { title: 'Two' },
  ]);
  await pullProjects(second, user.id);
  expect(await titles(second)).toEqual(['Lost']);
  expect(await keepAsNewProject(lost, { ...second, takeIn: async () => null })).toBeNull();
});

test('what is edited while its files are taken in is kept, too', async () => {
  const lost = await project('Lost');
  await lose(lost);
  const { id: _, ...music } = audioPiece();
  await createAudioActions(second).add(lost, music);
  await drainProject(second, lost, user.id);
  const [one, two] = await second.db.scenes.where('projectId').equals(lost).sortBy('sceneNumber');
  let times = 0;
  const takeIn = async (): Promise<null> => {
    times += 1;
    if (times === 1) await second.actions.editScene(two?.id ?? '', { title: 'Edited meanwhile' });
    return null;
  };
  const kept = await keepAsNewProject(lost, { ...second, takeIn });
  const scenes = await second.db.scenes
    .where('projectId')
    .equals(kept?.projectId ?? '')
    .sortBy('sceneNumber');
  expect(scenes.map(({ title }) => title)).toEqual([one?.title, 'Edited meanwhile']);
  expect([times, await titles(second), await problems(second)]).toEqual([2, ['Lost'], []]);
});

test('its characters stay with it, also on the server, and go into the prompts of its scenes', async () => {
  const lost = await project('Lost');
  const mara = { id: testId(7), name: 'Mara', description: 'A keeper with white hair.', imageUrl: null };
  const jon = { id: testId(8), name: 'Jon', description: 'A boy. '.repeat(400), imageUrl: null };
  await castOf(lost, [mara, jon]);
  await pullProject(second, lost, user.id);
  await lose(lost);
  await pullProject(second, lost, user.id).catch(() => undefined);
  const kept = await keepAsNewProject(lost, { ...second, takeIn: async () => null });
  const projectId = kept?.projectId ?? '';
  const characters = [mara, { ...jon, description: 'A boy. '.repeat(400).slice(0, 1_000).trim() }];
  expect(kept).toMatchObject({ lost: [], silent: 0, unseen: 0 });
  expect((await second.db.projects.get(projectId))?.characterReferences).toEqual(characters);
  await second.settle(projectId);
  expect(await problems(second)).toEqual([]);
  expect(await user.json(`/api/projects/${projectId}`)).toMatchObject({ characterReferences: characters });
});

test('its versions stay with it: looked at, restored, and sent, as versions of the new project', async () => {
  const lost = await project('Lost');
  const [one, two] = await second.db.scenes.where('projectId').equals(lost).sortBy('sceneNumber');
  await createVersionActions(second).nameVersion(lost, 'Before the recut');
  const namedAt = second.device.now();
  second.setNow(namedAt + 60_000);
  await second.actions.editScene(one?.id ?? '', { title: 'Edited since' });
  await second.actions.deleteScene(two?.id ?? '');
  await second.settle(lost);
  const former = (await versionsOf(second.db, lost)).length;
  for (const id of await versionsToSend(second.db, user.id)) await sendVersion(second, id);
  await lose(lost);
  await pullProject(second, lost, user.id).catch(() => undefined);
  const kept = await keepAsNewProject(lost, { ...second, takeIn: async () => null });
  const projectId = kept?.projectId ?? '';
  const versions = await versionsOf(second.db, projectId);
  expect([versions.length, await second.db.versions.count()]).toEqual([former, former]);
  const named = versions.find(({ name }) => name === 'Before the recut');
  expect(named).toMatchObject({ at: namedAt, reason: 'named', state: 'waiting', device: null });
  const [present] = await second.db.scenes.where('projectId').equals(projectId).toArray();
  expect(named?.scenes.map(({ id, title }) => [id === present?.id, title])).toEqual([
    [true, 'One'],
    [false, 'Two'],
  ]);
  expect(new Set(named?.scenes.map((scene) => scene.projectId))).toEqual(new Set([projectId]));
  await second.settle(projectId);
  for (const id of await versionsToSend(second.db, user.id)) await sendVersion(second, id);
  expect((await user.json<unknown[]>(`/api/projects/${projectId}/versions`)).length).toBe(former);
  await createVersionActions(second).restoreVersion(named?.id ?? '', 'Before the recut');
  await second.settle(projectId);
  expect(await user.json(`/api/projects/${projectId}/scenes`)).toMatchObject([
    { id: present?.id, title: 'One' },
    { title: 'Two' },
  ]);
});

test('or be given up, with all that was to be done to it', async () => {
  const lost = await project('Lost');
  await lose(lost);
  await second.actions.editProject(lost, { title: 'Edited since' });
  await drainProject(second, lost, user.id);
  await giveUpMissing(lost, second);
  expect([await second.db.projects.count(), await second.db.scenes.count(), await second.db.outbox.count()]).toEqual([
    0, 0, 0,
  ]);
  expect(await problems(second)).toEqual([]);
});

test('nobody is asked about it any more when the server has it again', async () => {
  const id = await project('Lost for a while');
  const hide = (userId: string) =>
    api.db.execute({ sql: 'update projects set user_id = :userId where id = :id', args: { userId, id } });
  await hide((await api.as('Nobody')).id);
  await pullProjects(second, user.id);
  await expect(pullProject(first, id, user.id)).rejects.toMatchObject({ status: 404 });
  await hide(user.id);
  await pullProjects(second, user.id);
  await pullProject(first, id, user.id);
  expect([await problems(first), await problems(second)]).toEqual([[], []]);
});

test('while the server doesn’t say what was deleted, nothing goes', async () => {
  const deleted = await project('Deleted');
  await first.actions.deleteProject(deleted);
  await drainProject(first, deleted, user.id);
  const silent: RealDevice = {
    ...second,
    read: (path, known, signal) =>
      path.includes('/deleted-projects') ? Promise.reject(new TypeError('No.')) : second.read(path, known, signal),
  };
  await expect(pullProjects(silent, user.id)).rejects.toThrow('No.');
  expect(await titles(second)).toEqual(['Deleted']);
  await pullProjects(second, user.id);
  expect(await titles(second)).toEqual([]);
});
