/** Deleting a project ends everything that waits for it, whatever state that is in. */
import { expect, test } from 'vitest';
import { drainProject } from '#sync/drain.ts';
import { syncStatus } from '#sync/status.ts';
import { idea } from '#tests/helpers/rows.ts';
import { drain, eachOnDevice, it, outbox, PROJECT, sceneId, USER_ID } from './test-device.ts';

eachOnDevice(1);

const sent = () => it.server.changes.map(({ method, path }) => `${method} ${path}`);
const refuse = (status = 422) => it.server.faults.push({ status, code: 'invalid_input' });

test('a deleted project takes its refused changes with it, and those that they hold up', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Refused' });
  refuse();
  await drain();
  await it.actions.editScene(sceneId(1), { title: 'Held up' });
  await it.actions.deleteProject(PROJECT);
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
  expect(it.server.documents.has(PROJECT)).toBe(false);
  expect(await outbox()).toEqual([]);
});

test('so does one that was gone already', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Refused' });
  refuse();
  await drain();
  it.server.removeProject(PROJECT);
  await it.actions.deleteProject(PROJECT);
  expect((await drain()).kind).toBe('drained');
  expect(await outbox()).toEqual([]);
});

test('a deletion waits for no edits before it, and sends none of them', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Never seen' });
  await it.actions.deleteProject(PROJECT);
  expect(syncStatus(await outbox(), 'online')).toMatchObject({
    unsent: 1,
    next: { label: 'Delete “The Glass Lighthouse”' },
  });
  await drain();
  expect(sent()).toEqual([`DELETE /api/projects/${PROJECT}`]);
  expect(await outbox()).toEqual([]);
});

test('a project that the server never heard of is deleted without asking it', async () => {
  const id = await it.actions.createProject(idea);
  await it.actions.addScene(id, { title: 'Own', description: 'Mine', duration: 8 });
  await it.actions.deleteProject(id);
  expect(await outbox()).toEqual([]);
  expect(await it.db.bases.get(id)).toBeUndefined();
  expect(await it.db.scenes.where('projectId').equals(id).count()).toBe(0);
});

test('so is one whose creation was refused', async () => {
  const id = await it.actions.createProject(idea);
  await it.actions.addScene(id, { title: 'Own', description: 'Mine', duration: 8 });
  refuse();
  await drainProject(it, id, USER_ID);
  await it.actions.deleteProject(id);
  expect(await outbox()).toEqual([]);
  expect(await it.db.bases.get(id)).toBeUndefined();
});

test('one whose creation may have arrived is created and deleted, and nothing between', async () => {
  const id = await it.actions.createProject(idea);
  it.server.faults.push('lost-reply');
  await drainProject(it, id, USER_ID);
  await it.actions.addScene(id, { title: 'Own', description: 'Mine', duration: 8 });
  await it.actions.deleteProject(id);
  it.setNow(it.device.now() + 60_000);
  expect((await drainProject(it, id, USER_ID)).kind).toBe('drained');
  expect(sent()).toEqual(['POST /api/projects', 'POST /api/projects', `DELETE /api/projects/${id}`]);
  expect(it.server.documents.has(id)).toBe(false);
  expect(await outbox()).toEqual([]);
});

test('where something in between refused the creation, the deletion still ends it', async () => {
  const id = await it.actions.createProject(idea);
  it.server.faults.push({ status: 403 });
  await drainProject(it, id, USER_ID);
  await it.actions.deleteProject(id);
  // It may have come through all the same, and is asked for again before the deletion.
  it.setNow(it.device.now() + 60_000);
  expect((await drainProject(it, id, USER_ID)).kind).toBe('drained');
  expect(await outbox()).toEqual([]);
  expect(await it.db.bases.get(id)).toBeUndefined();
  expect(it.server.documents.has(id)).toBe(false);
});
