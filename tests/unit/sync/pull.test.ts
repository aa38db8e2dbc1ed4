import { describe, expect, test } from 'vitest';
import { ApiError } from '#api/errors.ts';
import { discardRefused, restoreAndRetry } from '#editor/refused-changes.ts';
import { problemOf } from '#sync/problems.ts';
import { pullProject, pullProjects } from '#sync/pull.ts';
import { idea, projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';
import {
  drain,
  eachOnDevice,
  it,
  moment,
  outbox,
  PROJECT,
  pull,
  sceneHere as shown,
  sceneId,
  USER_ID,
} from './test-device.ts';

eachOnDevice(2);

const scenesOnServer = () => it.server.documents.get(PROJECT)?.scenes ?? [];

test("a pull shows the server's rows with the unsent edits on top", async () => {
  await it.actions.editScene(sceneId(1), { title: 'Unsent' });
  it.server.editScene(sceneId(1), { status: 'complete', description: 'Theirs' }, false);
  await pull();
  expect(await shown(1)).toMatchObject({ title: 'Unsent', status: 'complete', description: 'Theirs' });
});

test('an unsent order and an unsent deletion survive a pull', async () => {
  it.server.seed(projectRow({ userId: USER_ID }), [sceneRow(1), sceneRow(2), sceneRow(3)]);
  await pull();
  await it.actions.reorderScenes(PROJECT, 0, 2);
  await it.actions.deleteScene(sceneId(2));
  await pull();
  const rows = await it.db.scenes.toCollection().sortBy('sceneNumber');
  expect(rows.map((row) => [row.id, row.sceneNumber])).toEqual([
    [sceneId(3), 1],
    [sceneId(1), 2],
  ]);
  await it.actions.restoreScene(sceneId(2));
  expect(await shown(2)).toMatchObject({ sceneNumber: 1 });
});

test('rows that did not change keep their rev, those that did raise it', async () => {
  const [before1, before2] = [await shown(1), await shown(2)];
  it.server.editScene(sceneId(1), { note: 'In the queue' }, false);
  await pull();
  expect((await shown(1))?.rev).toBe((before1?.rev ?? 0) + 1);
  expect((await shown(2))?.rev).toBe(before2?.rev);
});

test('a scene that the server no longer has is deleted here', async () => {
  it.server.removeScene(sceneId(1));
  await pull();
  expect(await shown(1)).toBeUndefined();
  expect(await shown(2)).toMatchObject({ sceneNumber: 1 });
});

test('and can be restored here, at its place', async () => {
  it.server.removeScene(sceneId(1));
  await pull();
  await it.actions.restoreScene(sceneId(1));
  expect([await shown(1), await shown(2)]).toMatchObject([{ sceneNumber: 1 }, { sceneNumber: 2 }]);
  await drain();
  expect(scenesOnServer().map(({ id }) => id)).toEqual([sceneId(1), sceneId(2)]);
  expect(await it.db.outbox.count()).toBe(0);
});

test('what a breakdown wrote that failed in a later part is gone for good', async () => {
  it.server.seed(projectRow({ userId: USER_ID, breakdownStatus: 'failed' }), []);
  await pull();
  expect(await it.db.tombstones.count()).toBe(0);
});

test('one with unsent edits stays, and the person is asked: bringing it back sends the edit', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Edited here' });
  it.server.removeScene(sceneId(1));
  await pull();
  expect(await shown(1)).toMatchObject({ title: 'Edited here' });
  const rows = await it.db.scenes.toCollection().sortBy('sceneNumber');
  expect(rows.map(({ sceneNumber }) => sceneNumber)).toEqual([1, 2]);
  await drain();
  const [problem] = (await outbox()).map(problemOf);
  expect(problem).toMatchObject({ kind: 'scene-deleted' });
  await restoreAndRetry(problem?.opId ?? '', it);
  await drain();
  expect(scenesOnServer().find(({ id }) => id === sceneId(1))?.title).toBe('Edited here');
  expect(await it.db.outbox.count()).toBe(0);
  expect((await it.db.bases.get(PROJECT))?.orphanIds).toEqual([]);
});

test('bringing it back sends everything that was done to it since, in its order', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Edited here' });
  it.server.removeScene(sceneId(1));
  await pull();
  await drain();
  await it.actions.editScene(sceneId(1), { description: 'More' });
  await it.actions.editScene(sceneId(2), { title: 'Another' });
  await it.actions.duplicateScenes(PROJECT, [sceneId(1)]);
  const onScreen = async () => new Map((await it.db.scenes.toArray()).map(({ id, title }) => [id, title]));
  const before = await onScreen();
  const refused = (await outbox()).map(problemOf).find((problem) => problem?.kind === 'scene-deleted');
  await restoreAndRetry(refused?.opId ?? '', it);
  await drain();
  expect(await outbox()).toEqual([]);
  expect(await onScreen()).toEqual(before);
  const ofServer = scenesOnServer();
  expect(new Map(ofServer.map(({ id, title }) => [id, title]))).toEqual(before);
  expect(ofServer.find(({ id }) => id === sceneId(1))).toMatchObject({ title: 'Edited here', description: 'More' });
});

test('giving the edit up lets the deleted scene go', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Edited here' });
  it.server.removeScene(sceneId(1));
  await pull();
  await it.actions.editScene(sceneId(1), { description: 'More' });
  await drain();
  const row = (await outbox()).find(({ state }) => state === 'parked');
  await discardRefused(row?.opId ?? '', it);
  expect(await shown(1)).toBeUndefined();
  expect(await it.db.outbox.count()).toBe(0);
});

test('giving up a refused edit shows what the server has', async () => {
  await it.actions.editScene(sceneId(1), { title: 'Refused' });
  it.server.faults.push({ status: 422, code: 'invalid_input' });
  await drain();
  const [row] = await outbox();
  await discardRefused(row?.opId ?? '', it);
  expect(await shown(1)).toMatchObject({ title: 'Scene 1' });
});

test('a project whose creation is unsent is not asked for', async () => {
  const id = await it.actions.createProject(idea);
  const before = it.server.received.length;
  await pullProject(it, id, USER_ID);
  expect(it.server.received.length).toBe(before);
  expect(await it.db.projects.get(id)).toBeDefined();
});

test('a project that was deleted elsewhere goes here, and the pull says 404', async () => {
  it.server.removeProject(PROJECT);
  await expect(pull()).rejects.toMatchObject({ status: 404 });
  expect([await it.db.projects.count(), await it.db.scenes.count()]).toEqual([0, 0]);
});

test('one that is not found for somebody else stays for the person whose it is', async () => {
  it.server.removeProject(PROJECT);
  await expect(pullProject(it, PROJECT, testId(900))).rejects.toMatchObject({ status: 404 });
  expect([await it.db.projects.count(), await it.db.scenes.count()]).toEqual([1, 2]);
});

test('a breakdown that ends between the two questions of a pull is seen with its scenes', async () => {
  const asked: string[] = [];
  const late: typeof it = {
    ...it,
    read: async (path, known) => {
      asked.push(path);
      const reading = await it.read(path, known);
      // The server finishes right after it has told of the scenes.
      if (asked.length === 1) it.server.seed(projectRow({ userId: USER_ID }), [sceneRow(1), sceneRow(2), sceneRow(3)]);
      return reading;
    },
  };
  it.server.editScene(sceneId(1), { note: 'Nearly there' }, false);
  await pullProject(late, PROJECT, USER_ID);
  const [project, scenes] = [`/api/projects/${PROJECT}`, `/api/projects/${PROJECT}/scenes`];
  expect(asked).toEqual([scenes, project, scenes]);
  expect(await it.db.scenes.count()).toBe(3);
});

describe('a pull of what has not changed', () => {
  const askedOf = async (work: () => Promise<unknown>): Promise<(string | undefined)[]> => {
    const before = it.server.received.length;
    await work();
    return it.server.received.slice(before).map(({ headers }) => headers['If-None-Match']);
  };
  const isQuestion = expect.stringContaining(sceneId(1));

  test('is one question, and writes nothing', async () => {
    const before = await shown(1);
    expect(await askedOf(pull)).toEqual([isQuestion]);
    expect(await shown(1)).toEqual(before);
  });

  test('asks for all when the rows are not the ones that were pulled', async () => {
    await it.db.bases.update(PROJECT, { pulledAt: 7 });
    expect(await askedOf(pull)).toEqual([undefined, undefined]);
    await it.db.bases.delete(PROJECT);
    await it.db.scenes.clear();
    expect(await askedOf(pull)).toEqual([undefined, undefined]);
    expect(await it.db.scenes.count()).toBe(2);
  });

  test('asks for all on behalf of somebody else', async () => {
    expect(await askedOf(() => pullProject(it, PROJECT, testId(900)))).toEqual([undefined, undefined]);
  });

  test('takes away a scene that only an edit had kept', async () => {
    await it.actions.editScene(sceneId(1), { title: 'Edited here' });
    it.server.removeScene(sceneId(1));
    await pull();
    expect(await shown(1)).toBeDefined();
    await it.db.outbox.clear();
    await pull();
    expect(await shown(1)).toBeUndefined();
  });
});

test('one with unsent edits stays', async () => {
  await it.actions.editProject(PROJECT, { title: 'Edited here' });
  it.server.removeProject(PROJECT);
  await expect(pull()).rejects.toBeInstanceOf(ApiError);
  expect(await it.db.projects.get(PROJECT)).toMatchObject({ title: 'Edited here' });
});

test('a list brings new projects, and takes away those that were deleted elsewhere and not edited here', async () => {
  const [other, own] = [testId(7), testId(8)];
  it.server.seed(projectRow({ id: other, userId: USER_ID, title: 'Other' }), []);
  it.server.seed(projectRow({ id: own, userId: USER_ID, title: 'Own' }), []);
  await pullProjects(it, USER_ID);
  await it.actions.editProject(own, { title: 'Own, edited' });
  it.server.removeProject(other);
  it.server.removeProject(own);
  await pullProjects(it, USER_ID);
  expect((await it.db.projects.toArray()).map((row) => row.title).toSorted()).toEqual([
    'Own, edited',
    'The Glass Lighthouse',
  ]);
});

test('a list that brings nothing new writes nothing', async () => {
  const written: unknown[] = [];
  it.db.bases.hook('updating', (changes) => void written.push(changes));
  it.db.projects.hook('updating', (changes) => void written.push(changes));
  await pullProjects(it, USER_ID);
  expect(written).toEqual([]);
  it.server.seed(projectRow({ userId: USER_ID, title: 'Renamed elsewhere', version: 2 }), []);
  await pullProjects(it, USER_ID);
  expect(written).not.toEqual([]);
  expect(await it.db.projects.get(PROJECT)).toMatchObject({ title: 'Renamed elsewhere' });
});

test('a list that was under way while a newer reply came does not undo it', async () => {
  const stale = structuredClone([...it.server.documents.values()].map(({ project }) => project));
  await it.actions.editProject(PROJECT, { title: 'Newer' });
  await drain();
  const late = { ...it, read: () => Promise.resolve({ body: stale, tag: null, next: null }) };
  await pullProjects(late, USER_ID);
  expect(await it.db.projects.get(PROJECT)).toMatchObject({ title: 'Newer', version: 2 });
});

test('a pull waits for the drain of its project, and sees what that has sent', async () => {
  await it.actions.editScene(sceneId(1), { title: 'On its way' });
  const [, pulled] = await Promise.all([drain(), pull()]);
  expect(pulled.pulledAt).toBeGreaterThan(0);
  expect(it.server.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'PATCH', 'GET', 'GET']);
  expect(await shown(1)).toMatchObject({ title: 'On its way', version: 2 });
});

test('a pull that is asked for while another is under way sees what has happened since', async () => {
  const held = moment();
  const read: typeof it.read = async (...question) => {
    const reading = await it.read(...question);
    await held.promise;
    return reading;
  };
  const slow = { ...it, read };
  const early = pullProject(slow, PROJECT, USER_ID);
  const late = pull();
  it.server.editScene(sceneId(1), { note: 'Since' }, false);
  held.resolve();
  await Promise.all([early, late]);
  expect(await shown(1)).toMatchObject({ note: 'Since' });
});
