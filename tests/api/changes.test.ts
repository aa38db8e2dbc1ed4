/** Several changes in one call: each as if it had come alone, in their order, up to the first that is refused. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { changesReply, type ChangesRequest } from '#shared/api/changes.ts';
import type { HistoryEntry } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { idea, newId } from './battery/people.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene } from './new-project.ts';

type Planned = ChangesRequest['changes'][number];

let api: TestApi;
let ada: TestUser;
let project: Project;
let scenes: Scene[];

const renamed = (place: number, title: string, wish: Partial<Planned> = {}): Planned => ({
  method: 'PATCH',
  path: `/api/scenes/${scenes[place]?.id}`,
  body: JSON.stringify({ title }),
  key: newId(),
  ifMatch: null,
  madeOn: null,
  ...wish,
});
const make = async (changes: Planned[], user = ada) =>
  changesReply.parse(await user.json('/api/changes', { method: 'POST', json: { changes } })).replies;
const titles = async (): Promise<string[]> =>
  (await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`)).map(({ title }) => title);

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  ada = await api.as('Ada');
  project = await ada.json('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  for (const title of ['One', 'Two']) await addScene(ada, project.id, { title });
  scenes = await ada.json(`/api/projects/${project.id}/scenes`);
});
afterAll(() => api.close());

test('they are made in their order, each on the version that the one before it left', async () => {
  const [first, second] = scenes;
  const replies = await make([
    renamed(0, 'Uno', { ifMatch: 1 }),
    renamed(0, 'Uno, again', { ifMatch: 2 }),
    { ...renamed(0, ''), method: 'DELETE', path: `/api/scenes/${second?.id}`, body: null, ifMatch: 3 },
    { ...renamed(0, ''), method: 'POST', path: `/api/scenes/${second?.id}/restore`, body: null, ifMatch: 4 },
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(JSON.parse(replies[1]?.body ?? '')).toMatchObject({ id: first?.id, title: 'Uno, again', version: 3 });
  expect(await titles()).toEqual(['Uno, again', 'Two']);
});

test('a repeat of the call is answered as before, and makes nothing twice', async () => {
  const newSceneId = newId();
  const copy = {
    ...renamed(0, ''),
    method: 'POST' as const,
    path: `/api/scenes/${scenes[0]?.id}/duplicate`,
    body: JSON.stringify({ newSceneId }),
    ifMatch: 3,
  };
  const changes = [renamed(0, 'Uno', { ifMatch: 1 }), copy];
  const first = await make(changes);
  expect(await make(changes)).toEqual(first);
  expect(await titles()).toEqual(['Uno', 'Uno', 'Two']);
});

test('what comes after a refused one isn’t tried', async () => {
  const replies = await make([
    renamed(0, 'Uno', { ifMatch: 1 }),
    renamed(0, 'Late', { ifMatch: 1 }),
    renamed(1, 'Never', { ifMatch: 1 }),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([200, 409]);
  expect(JSON.parse(replies[1]?.body ?? '')).toMatchObject({ code: 'version_conflict', current: { title: 'Uno' } });
  expect(await titles()).toEqual(['Uno', 'Two']);
});

test('what is another’s isn’t there, and says nothing of the rest', async () => {
  const eve = await api.as('Eve');
  const replies = await make([renamed(0, 'Mine now')], eve);
  expect(replies.map(({ status }) => status)).toEqual([404]);
  expect(await titles()).toEqual(['One', 'Two']);
});

test('the answer says which projects it has changed, for whoever keeps their public pages', async () => {
  const changes = [{ ...renamed(0, 'The Tower'), path: `/api/projects/${project.id}` }, renamed(0, 'Uno')];
  const reply = await ada.fetch('/api/changes', { method: 'POST', json: { changes } });
  expect(reply.headers.get('Storyreel-Changed-Projects')).toBe(project.id);
});

test('after many bytes of answers the rest is left to another call', async () => {
  const sceneId = scenes[0]?.id;
  const description = 'Night falls over the harbor. '.repeat(60);
  for (let place = 3; place <= 40; place++) await addScene(ada, project.id, { title: `Scene ${place}`, description });
  const edits = Array.from({ length: 24 }, (_, index) => ({
    ...renamed(0, ''),
    method: index % 2 === 0 ? ('DELETE' as const) : ('POST' as const),
    path: index % 2 === 0 ? `/api/scenes/${sceneId}` : `/api/scenes/${sceneId}/restore`,
    body: null,
  }));
  const replies = await make(edits);
  const bytes = replies.reduce((sum, { body }) => sum + body.length, 0);
  expect(bytes).toBeLessThan(2 * limits.changesReplyBytes);
  expect(replies.length).toBeLessThan(24);
  expect(await make(edits.slice(replies.length))).not.toEqual([]);
});

test('it has no way to anything but edits, nor more than so many at once', async () => {
  for (const path of [
    '/api/changes',
    '/api/user/delete-account',
    `/api/projects/${project.id}/generate-scenes`,
    `/api/projects/${project.id}/scenes`,
    `/api/projects/${project.id}/../../user`,
    `//example.com/api/projects/${project.id}`,
  ]) {
    const reply = await ada.fetch('/api/changes', { method: 'POST', json: { changes: [renamed(0, 'X', { path })] } });
    expect([path, reply.status]).toEqual([path, 422]);
  }
  const changes = Array.from({ length: limits.changesInCall + 1 }, () => renamed(0, 'X'));
  expect((await ada.fetch('/api/changes', { method: 'POST', json: { changes } })).status).toBe(422);
  expect(await titles()).toEqual(['One', 'Two']);
});

test('each is told in the history with the device that the call came from', async () => {
  const by = { id: newId(), name: 'Chrome on macOS' };
  const headers = { 'Storyreel-Device': by.id, 'Storyreel-Device-Name': by.name };
  const changes = [renamed(0, 'Uno', { ifMatch: 1, madeOn: 1 }), renamed(1, 'Due', { ifMatch: 1 })];
  await ada.json('/api/changes', { method: 'POST', json: { changes }, headers });
  const entries = await ada.json<HistoryEntry[]>(`/api/projects/${project.id}/history`);
  expect(entries.slice(0, 2).map(({ kind, device }) => [kind, device?.name])).toEqual([
    ['edit-scene', by.name],
    ['edit-scene', by.name],
  ]);
});

test('whoever isn’t signed in is told so, whatever is in it', async () => {
  const reply = await api.fetch('/api/changes', {
    method: 'POST',
    headers: { Origin: api.config.publicUrl, 'Content-Type': 'application/json' },
    body: JSON.stringify({ changes: [renamed(0, 'X')] }),
  });
  expect(reply.status).toBe(401);
});
