/** Changes that need the person: which they are, and what each choice does. */
import { expect, test } from 'vitest';
import { keepAsNewProject } from '#editor/keep-as-new.ts';
import { discardRefused, retryRefused } from '#editor/refused-changes.ts';
import { drainProject } from '#sync/drain.ts';
import { syncStatus } from '#sync/status.ts';
import { wantedValues } from '#features/save-state/wanted-values.ts';
import { sceneRow } from '#tests/helpers/rows.ts';
import { calling, drain, eachOnDevice, it, outbox, PROJECT, sceneHere, sceneId, USER_ID } from './test-device.ts';
import type { Fault } from './memory-server.ts';

eachOnDevice(2);

const status = async () => syncStatus(await outbox(), 'online');

async function fail(times: number, fault: Fault): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    it.server.faults.push(fault);
    await drain();
    it.setNow(it.device.now() + 60_000);
  }
}

const broken: Fault = { status: 500, code: 'internal' };

test('a change that breaks the server each time can be given up, and what waited behind it goes out', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Breaks it' });
  await it.actions.reorderScenes(PROJECT, 0, 1);
  await fail(5, broken);
  expect((await status()).problems).toEqual([]);
  await fail(1, broken);
  const { state, problems } = await status();
  expect(state).toBe('problem');
  expect(problems).toMatchObject([{ kind: 'stuck', label: 'Edit scene 1', sentence: 'The server says no.' }]);
  await discardRefused(problems[0]?.opId ?? '', it);
  expect((await sceneHere(1))?.title).toBe(sceneRow(1).title);
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
});

test('it can also be tried at once, as the same request', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Breaks it' });
  await fail(6, broken);
  it.server.faults.push(broken);
  await drain();
  const [problem] = (await status()).problems;
  await retryRefused(problem?.opId ?? '', it);
  // Nothing shows yet that it was pressed.
  await retryRefused(problem?.opId ?? '', it);
  expect(await drain()).toEqual({ kind: 'drained', sent: 1 });
  expect(new Set(it.server.changes.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  expect((await status()).problems).toEqual([]);
});

test('so can one whose reply can’t be read', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Newer server' });
  const older = calling(async () => ({ shape: 'of tomorrow' }));
  for (let time = 0; time < 6; time += 1) {
    await drainProject(older, PROJECT, USER_ID);
    it.setNow(it.device.now() + 60_000);
  }
  expect((await status()).problems).toMatchObject([{ kind: 'stuck' }]);
});

test('what is in the way of the server, or its being busy, is no change’s fault', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Patience' });
  for (const fault of [{ status: 502 }, { status: 503, code: 'internal' }, 'lost-request', { status: 429 }] as const)
    await fail(4, fault);
  expect((await status()).problems).toEqual([]);
});

test('a scene that was deleted alone is told apart from a project that was', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  it.server.removeScene(sceneId(1));
  await drain();
  expect((await status()).problems).toMatchObject([{ kind: 'scene-deleted' }]);
});

test('a project that was deleted elsewhere and edited here is one problem, and can be kept as a new project', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  await it.actions.editScene(sceneId(2), { title: 'Mine as well' });
  it.server.removeProject(PROJECT);
  await drain();
  const { problems } = await status();
  expect(problems).toMatchObject([{ kind: 'project-deleted', label: 'Edit scene 1' }]);
  const kept = await keepAsNewProject(problems[0]?.projectId ?? '', { ...it, takeIn: async () => null });
  expect(await it.db.projects.get(PROJECT)).toBeUndefined();
  const id = kept?.projectId ?? '';
  await drainProject(it, id, USER_ID);
  expect(it.server.documents.get(id)?.scenes.map(({ title }) => title)).toEqual(['Mine', 'Mine as well']);
  expect(await it.db.outbox.count()).toBe(0);
});

test('or be given up, with all that was to be done to it', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Mine' });
  await it.actions.editProject(PROJECT, { title: 'Mine as well' });
  it.server.removeProject(PROJECT);
  await drain();
  const [problem] = (await status()).problems;
  await discardRefused(problem?.opId ?? '', it);
  expect(await it.db.outbox.count()).toBe(0);
  expect(await it.db.projects.get(PROJECT)).toBeUndefined();
});

test('a problem shows what the change would have set', () => {
  const patch = { title: 'Harbor', gainDb: -6, trimStart: 1.5 };
  expect(wantedValues({ kind: 'patch-scene', sceneId: sceneId(1), patch })).toEqual([
    'Title: Harbor',
    'Trim: From 0:01.5',
    'Volume: −6 dB',
  ]);
  expect(wantedValues({ kind: 'delete-scene', sceneId: sceneId(1), at: 1 })).toEqual([]);
});
