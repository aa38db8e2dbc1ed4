/** Extensions go and come with their scene: no call deletes or restores one by itself. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { appendExtension } from '#edge-api/repos/generated-scenes.ts';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject, addScene } from './new-project.ts';

let api: TestApi;
let ada: TestUser;
let projectId: string;
let sceneId: string;
let extensionId: string;

beforeEach(async () => {
  api = await startTestApi();
  ada = await api.as('Ada');
  projectId = (await newProject(ada)).id;
  const { scenes } = await addScene(ada, projectId);
  sceneId = scenes[0]?.id ?? '';
  extensionId = uuidv7(api.clock.now(), api.deps.randomBytes(10));
  const row = { parentSceneId: sceneId, extensionIndex: 1, durationSeconds: 7, nowMs: api.clock.now() };
  await api.db.batch([appendExtension({ id: extensionId, ...row })], 'write');
});
afterEach(() => api.close());

async function refusal(path: string, method: 'POST' | 'DELETE'): Promise<unknown[]> {
  const reply = await ada.fetch(path, { method });
  return [reply.status, (await reply.json()).code];
}

const sceneIds = async () =>
  (await ada.json<Scene[]>(`/api/projects/${projectId}/scenes`)).map(({ id, sceneNumber }) => [id, sceneNumber]);

test('an extension is neither deleted nor restored by itself, whether its scene is there or not', async () => {
  const whole = await sceneIds();
  expect(whole.map(([id]) => id)).toEqual([sceneId, extensionId]);
  expect(await refusal(`/api/scenes/${extensionId}`, 'DELETE')).toEqual([422, 'invalid_input']);
  expect(await refusal(`/api/scenes/${extensionId}/restore`, 'POST')).toEqual([422, 'invalid_input']);
  expect(await sceneIds()).toEqual(whole);

  await ada.json(`/api/scenes/${sceneId}`, { method: 'DELETE' });
  expect(await refusal(`/api/scenes/${extensionId}/restore`, 'POST')).toEqual([422, 'invalid_input']);
  expect(await refusal(`/api/scenes/${extensionId}`, 'DELETE')).toEqual([404, 'not_found']);
  expect(await sceneIds()).toEqual([]);

  await ada.json(`/api/scenes/${sceneId}/restore`, { method: 'POST' });
  expect(await sceneIds()).toEqual(whole);
});

test('deleting and restoring a scene, replayed under their keys, change nothing again', async () => {
  const send = (method: 'DELETE' | 'POST', path: string, key: string) =>
    ada.json<ProjectAndScenes>(path, { method, headers: { 'Idempotency-Key': key } });
  const deleted = await send('DELETE', `/api/scenes/${sceneId}`, 'delete');
  expect(await send('DELETE', `/api/scenes/${sceneId}`, 'delete')).toEqual(deleted);
  const restored = await send('POST', `/api/scenes/${sceneId}/restore`, 'restore');
  // Whoever asks again learns what has become of the rows since.
  expect(await send('DELETE', `/api/scenes/${sceneId}`, 'delete')).toEqual(restored);
  expect((await sceneIds()).map(([id]) => id)).toEqual([sceneId, extensionId]);
  const again = await send('DELETE', `/api/scenes/${sceneId}`, 'delete-again');
  expect(await send('POST', `/api/scenes/${sceneId}/restore`, 'restore')).toEqual(again);
  expect(await sceneIds()).toEqual([]);
});
