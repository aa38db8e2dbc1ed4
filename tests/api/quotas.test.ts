/** What one person may have here: what they are told, what is refused, and what is saved all the same. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storageReply } from '#shared/api/users.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { JPEG } from './battery/people.ts';
import { runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene as addSceneTo, lighthouse, newProject } from './new-project.ts';
import { plantClip } from './plant-clip.ts';

let api: TestApi;
let ada: TestUser;
let project: Project;
beforeEach(async () => {
  api = await startTestApi({ environment: { STORAGE_LIMIT_MB: '1' } });
  ada = await api.as('Ada');
  project = await newProject(ada);
  await saveKey(ada);
});
afterEach(() => api.close());

const post = async (path: string, json: object = {}): Promise<unknown[]> => {
  const reply = await ada.fetch(path, { method: 'POST', json });
  const { code, message }: Record<string, unknown> = await reply.json();
  return reply.ok ? [reply.status] : [reply.status, code, message];
};
const storage = async () => storageReply.parse(await ada.json('/api/user/storage'));
const addScene = (title: string) =>
  post(`/api/projects/${project.id}/scenes`, { title, description: 'It goes on.', duration: 4 });
const scenesOf = (id: string) => ada.json<Scene[]>(`/api/projects/${id}/scenes`);

test('a person is told what they have, each file once, and nobody else’s', async () => {
  expect(await storage()).toEqual({
    ...{ bytes: 0, bytesLimit: 1_000_000 },
    ...{ projects: 1, projectsLimit: 500 },
    ...{ scenes: 0, scenesLimit: 20_000 },
  });
  const { sha256 } = await plantClip(api.folder, project);
  const [{ size_bytes: sizeBytes } = { size_bytes: 0 }] = (await api.db.execute('select size_bytes from media')).rows;
  expect(await storage()).toMatchObject({ bytes: Number(sizeBytes) });
  expect(Number(sizeBytes)).toBeGreaterThan(0);
  const twin = await newProject(ada);
  await addSceneWithClip(twin, sha256);
  expect(await storage()).toMatchObject({ bytes: Number(sizeBytes), projects: 2, scenes: 2 });
  const bob = await api.as('Bob');
  expect(await bob.json('/api/user/storage')).toMatchObject({ bytes: 0, projects: 0 });
});

test('frames of clips count with them, and are refused where they could fill the disk', async () => {
  const { sha256 } = await plantClip(api.folder, project);
  const { bytes } = await storage();
  const put = (place: string) =>
    ada.fetch(`/api/media/${sha256}/frames/${place}`, {
      method: 'PUT',
      body: JPEG,
      headers: { 'Content-Type': 'image/jpeg' },
    });
  expect((await put('first')).status).toBe(204);
  expect(await storage()).toMatchObject({ bytes: bytes + JPEG.byteLength });
  // A clip that was paid for may be over the limit, and has its frames all the same.
  await api.db.execute('update media set size_bytes = 1500000');
  expect((await put('last')).status).toBe(204);
  await api.db.execute('update frames set size_bytes = 400000');
  const refused = await put('first');
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'quota_reached' }]);
  const kept = await ada.fetch(`/api/media/${sha256}/frames/first`);
  expect([kept.status, new Uint8Array(await kept.arrayBuffer())]).toEqual([200, JPEG]);
});

describe('storage that is used up', () => {
  const full = [409, 'quota_reached', expect.stringMatching(/^Your clips and pictures use .* of the 1\.0 MB that/)];
  beforeEach(async () => {
    await plantClip(api.folder, project);
    await addScene('Next');
  });
  const fill = () => api.db.execute('update media set size_bytes = 1000000');

  test('begins no clip, and takes no picture; everything else goes on', async () => {
    const [, next] = await scenesOf(project.id);
    await fill();
    expect(await post(`/api/scenes/${next?.id}/generate`)).toEqual(full);
    expect(await post(`/api/projects/${project.id}/generate-videos`)).toEqual(full);
    expect(await post(`/api/projects/${project.id}/generate-character-references`, { maxCharacters: 1 })).toEqual(full);
    expect(await addScene('One more')).toEqual([201]);
    expect((await ada.fetch(`/api/projects/${project.id}`, { method: 'PATCH', json: { title: 'Full' } })).status).toBe(
      200,
    );
  });

  test('saves a clip that was asked for before', async () => {
    const [, next] = await scenesOf(project.id);
    expect(await post(`/api/scenes/${next?.id}/generate`)).toEqual([202]);
    await fill();
    const runner = runnerOf(api);
    for (let dueMs: number | null = api.clock.now(); dueMs !== null; dueMs = await runner.runUntilIdle())
      api.clock.advance(Math.max(0, dueMs - api.clock.now()));
    await runner.stop();
    expect((await scenesOf(project.id)).map(({ status }) => status)).toEqual(['complete', 'complete']);
  });

  test('has room again as soon as something is deleted, as long as that takes no more than the rest', async () => {
    const other = await newProject(ada);
    await fill();
    expect(await ada.fetch(`/api/projects/${project.id}`, { method: 'DELETE' })).toMatchObject({ status: 204 });
    project = other;
    expect(await addScene('Anew')).toEqual([201]);
    const [anew] = await scenesOf(other.id);
    expect(await post(`/api/scenes/${anew?.id}/generate`)).toEqual([202]);
    await api.db.execute('update media set size_bytes = 2000000');
    expect(await post(`/api/projects/${other.id}/generate-character-references`, { maxCharacters: 1 })).toEqual([
      409,
      'quota_reached',
      expect.stringContaining('deleted in the last 30 days'),
    ]);
  });
});

test('nobody has more projects or scenes than one may have', async () => {
  await api.close();
  api = await startTestApi({ deps: { quotas: { projects: 2, scenes: 1, bytes: 1_000_000 } } });
  ada = await api.as('Ada');
  project = await newProject(ada);
  await saveKey(ada);
  expect(await post('/api/projects', lighthouse)).toEqual([201]);
  expect(await post('/api/projects', lighthouse)).toEqual([
    409,
    'quota_reached',
    expect.stringMatching(/^You have 2 projects/),
  ]);
  expect(await addScene('The only one')).toEqual([201]);
  expect(await addScene('One too many')).toEqual([409, 'quota_reached', expect.stringMatching(/^You have 1 scenes/)]);
  expect((await post(`/api/projects/${(await otherProject()).id}/generate-scenes`))[1]).toBe('quota_reached');
});

describe('who makes and deletes again and again', () => {
  const gone = (what: string) => [
    409,
    'quota_reached',
    expect.stringMatching(`^You deleted so many ${what} in the last`),
  ];
  beforeEach(async () => {
    await api.close();
    api = await startTestApi({ deps: { quotas: { projects: 2, scenes: 2, bytes: 1_000_000 } } });
    ada = await api.as('Ada');
    project = await newProject(ada);
  });

  test('fills no disk with projects', async () => {
    for (let count = 0; count < 3; count++) {
      const { id } = await newProject(ada);
      expect((await ada.fetch(`/api/projects/${id}`, { method: 'DELETE' })).status).toBe(204);
    }
    expect(await post('/api/projects', lighthouse)).toEqual(gone('projects'));
    expect(await post('/api/sample-project')).toEqual(gone('projects'));
    api.clock.advance(31 * 24 * 60 * 60 * 1000);
    await tidyUp(api.deps);
    ada = await api.as('Ada');
    expect(await post('/api/projects', lighthouse)).toEqual([201]);
  });

  test('fills no disk with scenes', async () => {
    for (let count = 0; count < 4; count++) {
      expect(await addScene('For now')).toEqual([201]);
      const [scene] = await scenesOf(project.id);
      expect((await ada.fetch(`/api/scenes/${scene?.id}`, { method: 'DELETE' })).ok).toBe(true);
    }
    expect(await addScene('Once more')).toEqual(gone('scenes'));
  });
});

async function otherProject(): Promise<Project> {
  const other = (await ada.json<Project[]>('/api/user/projects')).find(({ id }) => id !== project.id);
  if (other === undefined) throw new Error('No other project.');
  return other;
}

/** Another scene with a clip that is there already. */
async function addSceneWithClip(other: Project, sha256: string): Promise<void> {
  const { scenes } = await addSceneTo(ada, other.id);
  const [scene] = scenes;
  await api.db.batch(
    [
      { sql: 'update scenes set sha256 = ? where id = ?', args: [sha256, scene?.id ?? ''] },
      {
        sql: 'insert into media_refs (sha256, scene_id, project_id, user_id, created_at_ms) values (?, ?, ?, ?, 0)',
        args: [sha256, scene?.id ?? '', other.id, ada.id],
      },
    ],
    'write',
  );
}
