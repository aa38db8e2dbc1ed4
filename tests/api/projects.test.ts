import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene, lighthouse } from './new-project.ts';

const idea = { ...lighthouse, genres: ['mystery', 'drama'], targetLength: 60 } as const;
const DAY_MS = 24 * 60 * 60 * 1000;
const newId = (): string => uuidv7(Date.UTC(2026, 10, 21), crypto.getRandomValues(new Uint8Array(10)));

let api: TestApi;
let ada: TestUser;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
});
afterEach(() => api.close());

const create = (user: TestUser, fields: object = {}, headers: Record<string, string> = {}): Promise<Project> =>
  user.json('/api/projects', { method: 'POST', json: { ...idea, ...fields }, headers });
const newScene = (projectId: string, title: string): Promise<ProjectAndScenes> =>
  addScene(ada, projectId, { title, description: `${title} happens.` });
const titles = (scenes: readonly Scene[]): string[] => scenes.map((scene) => `${scene.sceneNumber} ${scene.title}`);
const refused = async (path: string, init: Parameters<TestUser['fetch']>[1] = {}, user = ada): Promise<unknown[]> => {
  const reply = await user.fetch(path, init);
  const body: { code: string; message: string; requestId: string } = await reply.json();
  expect(body.message).toMatch(/^[A-Z].*[.!?a-z]$/);
  expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/);
  return [reply.status, body.code];
};
/** A scene's place in an order, as a call to reorder names it. */
const place = (id: string | undefined, sceneNumber: number) => ({
  ...{ id, sceneNumber },
  ...{ isExtension: false, parentSceneId: null, extensionIndex: null },
});

const deletedAmong = (user: TestUser, ...ids: string[]) =>
  user.json<{ id: string; deletedAt: number }[]>(`/api/user/deleted-projects?ids=${ids.join(',')}`);

describe('a project', () => {
  test('is made from an idea, with everything that is derived', async () => {
    const project = await create(ada);
    expect(project).toMatchObject({
      ...idea,
      userId: ada.id,
      status: 'draft',
      isPublic: false,
      genre: 'Mystery, Drama',
      totalDuration: null,
      sceneCount: 0,
      posterUrl: null,
      isDemo: false,
      version: 1,
    });
    expect(await ada.json('/api/user/projects')).toEqual([project]);
    expect(await ada.json(`/api/projects/${project.id}`)).toEqual(project);
  });

  test('keeps the id that its client gave it, unless another row has it', async () => {
    const id = newId();
    expect((await create(ada, { id })).id).toBe(id);
    const bob = await api.as('Bob');
    expect(await refused('/api/projects', { method: 'POST', json: { ...idea, id } }, bob)).toEqual([
      422,
      'invalid_input',
    ]);
  });

  test('is changed by its owner, and its version counts that', async () => {
    const project = await create(ada);
    api.clock.advance(1_000);
    const changed = await ada.json<Project>(`/api/projects/${project.id}`, {
      method: 'PATCH',
      json: { title: ' The Tower ', isPublic: true },
    });
    expect(changed).toEqual({
      ...project,
      title: 'The Tower',
      isPublic: true,
      version: 2,
      updatedAt: project.updatedAt + 1_000,
    });
    expect(await ada.json(`/api/projects/${project.id}`)).toEqual(changed);
  });

  test('is answered as it is kept, whatever its words are made of', async () => {
    const { id } = await create(ada, { title: '\0 Night\0fall \ud83c', description: '\udfac\0A keeper.' });
    const patched = await ada.json<Project>(`/api/projects/${id}`, { method: 'PATCH', json: { isPublic: true } });
    expect(patched).toMatchObject({ title: 'Nightfall \ufffd', description: '\ufffdA keeper.' });
    expect(await ada.json('/api/user/projects')).toEqual([patched]);
    const words = { title: 'One\0', description: '\ud83c\udfac \ud83c', negativePrompt: '\0' };
    const { scenes } = await newScene(id, 'One');
    const scene = await ada.json<Scene>(`/api/scenes/${scenes[0]?.id}`, { method: 'PATCH', json: words });
    expect(scene).toMatchObject({ title: 'One', description: '\ud83c\udfac \ufffd', negativePrompt: null });
    expect(await ada.json(`/api/projects/${id}/scenes`)).toEqual([scene]);
  });

  test('can’t be called nothing, by no detour', async () => {
    const { id } = await create(ada);
    for (const title of ['', ' \n', '\0', ' \0 \0'])
      expect(await refused(`/api/projects/${id}`, { method: 'PATCH', json: { title, isPublic: true } })).toEqual([
        422,
        'invalid_input',
      ]);
  });

  test('goes with its scenes when it is deleted', async () => {
    const project = await create(ada);
    const { scenes } = await newScene(project.id, 'One');
    expect((await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await ada.json('/api/user/projects')).toEqual([]);
    for (const path of [`/api/projects/${project.id}`, `/api/projects/${project.id}/scenes`])
      expect(await refused(path)).toEqual([404, 'not_found']);
    expect(await refused(`/api/scenes/${scenes[0]?.id}`, { method: 'PATCH', json: { title: 'x' } })).toEqual([
      404,
      'not_found',
    ]);
    expect(await refused(`/api/scenes/${scenes[0]?.id}/restore`, { method: 'POST' })).toEqual([404, 'not_found']);
  });
});

describe('the scenes of a project', () => {
  let project: Project;
  let scenes: Scene[];
  beforeEach(async () => {
    project = await create(ada);
    for (const title of ['One', 'Two', 'Three']) ({ project, scenes } = await newScene(project.id, title));
  });

  test('are appended, and the project’s version and totals count them', async () => {
    expect(titles(scenes)).toEqual(['1 One', '2 Two', '3 Three']);
    expect(project).toMatchObject({ version: 4, sceneCount: 3, totalDuration: 24, status: 'draft' });
    expect(scenes[0]?.prompt).toContain('One happens.');
    expect(await ada.json(`/api/projects/${project.id}/scenes`)).toEqual(scenes);
  });

  test('are edited each under its own version', async () => {
    const [first] = scenes;
    const overlay = {
      text: 'Hello',
      fontSize: 32,
      color: '#FFFFFF',
      position: { x: 10, y: 90 },
      startTime: 0,
      endTime: 2.5,
    };
    const patch = {
      title: 'Uno',
      negativePrompt: '',
      resolution: '1080p',
      trimStart: 1,
      trimEnd: 7,
      textOverlays: [overlay],
      metadata: { cameraAngle: 'aerial', mood: 'calm', lighting: 'dusk', movement: null },
    };
    const changed = await ada.json<Scene>(`/api/scenes/${first?.id}`, { method: 'PATCH', json: patch });
    expect(changed).toEqual({ ...first, ...patch, negativePrompt: null, version: 2, updatedAt: changed.updatedAt });
    expect(await ada.json(`/api/projects/${project.id}`)).toMatchObject({ version: 4, totalDuration: 22 });
  });

  test('are not trimmed to nothing, also when a patch brings one point only', async () => {
    const path = `/api/scenes/${scenes[0]?.id}`;
    await ada.json(path, { method: 'PATCH', json: { trimStart: 4 } });
    const reply = await ada.fetch(path, { method: 'PATCH', json: { trimEnd: 4 } });
    expect(await reply.json()).toMatchObject({
      code: 'invalid_input',
      message: 'Start point must be before end point.',
    });
  });

  test('are trimmed as scenes, never as extensions', async () => {
    await api.db.execute({
      sql: 'update scenes set is_extension = 1, parent_scene_id = :parent, extension_index = 1 where id = :id',
      args: { parent: scenes[0]?.id ?? '', id: scenes[1]?.id ?? '' },
    });
    const trim = { method: 'PATCH', json: { trimStart: 1 } };
    expect(await refused(`/api/scenes/${scenes[1]?.id}`, trim)).toEqual([422, 'invalid_input']);
  });

  test('leave no gap when one is deleted, and it comes back to its place', async () => {
    const gone = await ada.json<ProjectAndScenes>(`/api/scenes/${scenes[1]?.id}`, { method: 'DELETE' });
    expect(titles(gone.scenes)).toEqual(['1 One', '2 Three']);
    expect(gone.project).toMatchObject({ version: 5, sceneCount: 2 });
    api.clock.advance(5_000);
    const back = await ada.json<ProjectAndScenes>(`/api/scenes/${scenes[1]?.id}/restore`, { method: 'POST' });
    expect(titles(back.scenes)).toEqual(['1 One', '2 Two', '3 Three']);
    expect(back.scenes[1]).toMatchObject({ id: scenes[1]?.id, version: 1 });
    expect(back.project).toMatchObject({ version: 6, sceneCount: 3 });
    expect(await ada.json(`/api/projects/${project.id}/scenes`)).toEqual(back.scenes);
  });

  test('take their extensions along, into deletion, out of it, and to another place', async () => {
    await api.db.execute({
      sql: `update scenes set is_extension = 1, parent_scene_id = :parent, extension_index = 1, scene_number = 1 where id = :id`,
      args: { parent: scenes[0]?.id ?? '', id: scenes[2]?.id ?? '' },
    });
    const path = `/api/scenes/${scenes[0]?.id}`;
    const gone = await ada.json<ProjectAndScenes>(path, { method: 'DELETE' });
    expect(titles(gone.scenes)).toEqual(['1 Two']);
    const back = await ada.json<ProjectAndScenes>(`${path}/restore`, { method: 'POST' });
    expect(titles(back.scenes)).toEqual(['1 One', '1 Three', '2 Two']);
    const order = [place(scenes[1]?.id, 1), place(scenes[0]?.id, 2)];
    const moved = await ada.json<ProjectAndScenes>(`/api/projects/${project.id}/reorder-scenes`, {
      method: 'POST',
      json: { scenes: order },
    });
    expect(titles(moved.scenes)).toEqual(['1 Two', '2 One', '2 Three']);
    expect(await ada.json(`/api/projects/${project.id}/scenes`)).toEqual(moved.scenes);
  });

  test('are only reordered whole', async () => {
    for (const order of [
      [place(scenes[0]?.id, 1)],
      [place(scenes[0]?.id, 1), place(scenes[0]?.id, 2), place(scenes[1]?.id, 3)],
      [...scenes.map((scene, i) => place(scene.id, i + 1)), place(newId(), 4)],
    ]) {
      expect(
        await refused(`/api/projects/${project.id}/reorder-scenes`, { method: 'POST', json: { scenes: order } }),
      ).toEqual([422, 'invalid_input']);
    }
  });

  test('stop being generated when they are deleted', async () => {
    const id = scenes[0]?.id ?? '';
    await api.db.execute({
      sql: `update scenes set status = 'generating', note = 'Waiting.' where id = ?`,
      args: [id],
    });
    await api.db.execute({
      sql: `insert into jobs (id, kind, user_id, project_id, scene_id, state, state_since_ms, next_at_ms, created_at_ms, updated_at_ms) values ('j', 'clip', ?, ?, ?, 'queued', 0, 0, 0, 0)`,
      args: [ada.id, project.id, id],
    });
    await ada.json(`/api/scenes/${id}`, { method: 'DELETE' });
    expect((await api.db.execute('select state from jobs')).rows[0]?.['state']).toBe('cancelled');
    const back = await ada.json<ProjectAndScenes>(`/api/scenes/${id}/restore`, { method: 'POST' });
    expect(back.scenes[0]).toMatchObject({ status: 'pending', note: null });
  });
});

describe('a change that is sent again', () => {
  const key = { 'Idempotency-Key': 'op-1' };

  test('is applied once and answered with the row as it is now, also one that is deleted', async () => {
    const first = await create(ada, {}, key);
    expect(await create(ada, {}, key)).toEqual(first);
    const later = await ada.json<Project>(`/api/projects/${first.id}`, { method: 'PATCH', json: { title: 'Later' } });
    expect(await create(ada, {}, key)).toEqual(later);
    expect(await ada.json<Project[]>('/api/user/projects')).toHaveLength(1);
    await ada.fetch(`/api/projects/${first.id}`, { method: 'DELETE' });
    expect(await create(ada, {}, key)).toMatchObject({ id: first.id, title: 'Later' });
    expect(await ada.json<Project[]>('/api/user/projects')).toEqual([]);
  });

  test('that an earlier release has kept whole is answered as it was then', async () => {
    const first = await create(ada, {}, key);
    await api.db.execute({ sql: 'update applied_ops set reply = ?', args: [JSON.stringify(first)] });
    await ada.json(`/api/projects/${first.id}`, { method: 'PATCH', json: { title: 'Later' } });
    expect(await create(ada, {}, key)).toEqual(first);
  });

  test('is applied once also when both arrive at the same moment', async () => {
    const replies = await Promise.all([create(ada, {}, key), create(ada, {}, key), create(ada, {}, key)]);
    expect(new Set(replies.map((project) => project.id)).size).toBe(1);
    const [project] = replies;
    const patch = () =>
      ada.json<Project>(`/api/projects/${project?.id}`, {
        method: 'PATCH',
        json: { title: 'Once' },
        headers: { 'Idempotency-Key': 'op-2' },
      });
    expect(await Promise.all([patch(), patch(), patch()])).toEqual(
      Array.from({ length: 3 }, () => expect.objectContaining({ version: 2 })),
    );
  });

  test('is refused under a key that stands for something else, and free under another person’s', async () => {
    await create(ada, {}, key);
    expect(await refused('/api/projects', { method: 'POST', json: { ...idea, title: 'Other' }, headers: key })).toEqual(
      [409, 'idempotency_mismatch'],
    );
    const bob = await api.as('Bob');
    expect((await create(bob, { title: 'Bob’s' }, key)).title).toBe('Bob’s');
  });

  test('deletes once and stays deleted', async () => {
    const project = await create(ada);
    for (const _ of [1, 2])
      expect((await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE', headers: key })).status).toBe(204);
    expect((await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' })).status).toBe(404);
  });

  test('is not remembered when it was refused', async () => {
    const project = await create(ada);
    const headers = { ...key, 'If-Match': '"9"' };
    expect(
      (await ada.fetch(`/api/projects/${project.id}`, { method: 'PATCH', json: { title: 'x' }, headers })).status,
    ).toBe(409);
    expect(
      (
        await ada.json<Project>(`/api/projects/${project.id}`, {
          method: 'PATCH',
          json: { title: 'x' },
          headers: { ...key, 'If-Match': '"1"' },
        })
      ).version,
    ).toBe(2);
  });
});

describe('a change made on an older version', () => {
  test('is refused with the row as it is now', async () => {
    const project = await create(ada);
    const { project: current, scenes } = await newScene(project.id, 'One');
    const stale = { 'If-Match': '"1"' };
    const [scene] = scenes;
    const order = [place(scene?.id, 1)];
    const calls: [string, string, unknown?][] = [
      ['PATCH', `/api/projects/${project.id}`, { title: 'x' }],
      ['DELETE', `/api/projects/${project.id}`],
      ['POST', `/api/projects/${project.id}/scenes`, { title: 'x', description: 'y', duration: 8 }],
      ['POST', `/api/projects/${project.id}/reorder-scenes`, { scenes: order }],
      ['DELETE', `/api/scenes/${scene?.id}`],
    ];
    for (const [method, path, json] of calls) {
      const reply = await ada.fetch(path, { method, json, headers: stale });
      expect(reply.status).toBe(409);
      expect(await reply.json()).toMatchObject({ code: 'version_conflict', current });
    }
    const changed = await ada.json<Scene>(`/api/scenes/${scene?.id}`, {
      method: 'PATCH',
      json: { title: 'Uno' },
      headers: stale,
    });
    const reply = await ada.fetch(`/api/scenes/${scene?.id}`, {
      method: 'PATCH',
      json: { title: 'Due' },
      headers: stale,
    });
    expect(await reply.json()).toMatchObject({ code: 'version_conflict', current: changed });
  });
});

test('of projects that a person lacks, the server tells the deleted ones from those that it never had', async () => {
  const [kept, gone] = [await create(ada), await create(ada)];
  const bob = await api.as('Bob');
  await ada.fetch(`/api/projects/${gone.id}`, { method: 'DELETE' });
  const ids = [kept.id, gone.id, newId()];
  expect(await deletedAmong(ada, ...ids)).toEqual([{ id: gone.id, deletedAt: api.clock.now() }]);
  expect(await deletedAmong(bob, ...ids)).toEqual([]);
  const tooMany = Array.from({ length: 51 }, newId).join(',');
  for (const query of ['', '?ids=', '?ids=x', `?ids=${tooMany}`])
    expect(await refused(`/api/user/deleted-projects${query}`)).toEqual([422, 'invalid_input']);
  api.clock.advance(31 * DAY_MS);
  await tidyUp(api.deps);
  expect(await deletedAmong(await api.as('Ada'), ...ids)).toEqual([]);
});

test('what was deleted can be brought back for thirty days, and is gone then', async () => {
  const project = await create(ada);
  const { scenes } = await newScene(project.id, 'One');
  await ada.json(`/api/scenes/${scenes[0]?.id}`, { method: 'DELETE', headers: { 'Idempotency-Key': 'op' } });
  api.clock.advance(29 * DAY_MS);
  await tidyUp(api.deps);
  expect(
    (await ada.json<ProjectAndScenes>(`/api/scenes/${scenes[0]?.id}/restore`, { method: 'POST' })).scenes,
  ).toHaveLength(1);
  await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' });
  api.clock.advance(31 * DAY_MS);
  await tidyUp(api.deps);
  for (const table of ['projects', 'scenes', 'applied_ops', 'sessions']) {
    expect([table, (await api.db.execute(`select count(*) as rows from ${table}`)).rows[0]?.['rows']]).toEqual([
      table,
      0,
    ]);
  }
});

test('the list and the project itself agree on its length to the last digit', async () => {
  const { id } = await create(ada);
  const { scenes } = await newScene(id, 'Dawn');
  const trimEnd = 7.000000000000001;
  await ada.json(`/api/scenes/${scenes[0]?.id}`, { method: 'PATCH', json: { trimStart: 1 / 3, trimEnd } });
  const single = await ada.json<Project>(`/api/projects/${id}`);
  expect(single.totalDuration).toBe(trimEnd - 1 / 3);
  expect(await ada.json('/api/user/projects')).toEqual([single]);
});
