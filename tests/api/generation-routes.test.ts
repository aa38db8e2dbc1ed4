import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createJobRunner, type JobRunner } from '#edge-api/jobs/runner.ts';
import type { Deps } from '#edge-api/deps.ts';
import { appendExtension } from '#edge-api/repos/generated-scenes.ts';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import type { ProjectAndScenes } from '#shared/api/projects.ts';
import type { ModelReach } from '#shared/api/models.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { finishJobs, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { addScene, newProject } from './new-project.ts';

let api: TestApi;
let ada: TestUser;
let runner: JobRunner;

const runnerOf = (deps: Deps): JobRunner =>
  createJobRunner({ ...deps, readApiKey: (userId) => readApiKey(deps, userId), pollMs: 5_000 });

beforeEach(async () => {
  api = await startTestApi();
  runner = runnerOf(api.deps);
  ada = await api.as('Ada');
});
afterEach(async () => {
  await runner.stop();
  await api.close();
});

const post = (user: TestUser, path: string, init: Parameters<TestUser['fetch']>[1] = {}) =>
  user.fetch(path, { method: 'POST', ...init });

const finish = (): Promise<void> => finishJobs(api, runner);

describe('from an idea to clips over the API', () => {
  test('every call answers at once with the rows as they stand', async () => {
    await saveKey(ada);
    const { id } = await newProject(ada);
    const begun = await post(ada, `/api/projects/${id}/generate-scenes`);
    expect([begun.status, (await begun.json()).project.breakdownStatus]).toEqual([202, 'running']);
    expect((await (await post(ada, `/api/projects/${id}/generate-videos`)).json()).code).toBe('already_generating');
    await finish();

    const running = await post(ada, `/api/projects/${id}/generate-videos`, { json: {} });
    expect(running.status).toBe(202);
    const rows: ProjectAndScenes = await running.json();
    expect([rows.project.status, rows.scenes.map((scene) => scene.status)]).toEqual([
      'generating',
      ['generating', 'generating', 'generating', 'generating'],
    ]);
    expect((await (await post(ada, `/api/projects/${id}/generate-videos`)).json()).code).toBe('already_generating');
    await finish();

    const project = await ada.json<Project>(`/api/projects/${id}`);
    expect(project).toMatchObject({
      status: 'complete',
      totalDuration: 30,
      sceneCount: 4,
      version: 1,
      isDemo: true,
      posterUrl: expect.stringMatching(/^\/api\/media\/[0-9a-f]{64}\/frames\/first$/),
    });
    const poster = await ada.fetch(project.posterUrl ?? '');
    expect([poster.status, poster.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await (await post(ada, `/api/projects/${id}/generate-videos`)).json()).code).toBe('invalid_input');
    expect((await (await post(ada, `/api/projects/${id}/generate-scenes`)).json()).code).toBe('scenes_exist');
  });

  test('a call that is repeated under its key is answered and does nothing again', async () => {
    await saveKey(ada);
    const { id } = await newProject(ada);
    const again = { headers: { 'Idempotency-Key': 'op-1' } };
    expect((await post(ada, `/api/projects/${id}/generate-scenes`, again)).status).toBe(202);
    await finish();
    expect((await post(ada, `/api/projects/${id}/generate-scenes`, again)).status).toBe(202);
    const other = await post(ada, `/api/projects/${id}/generate-videos`, again);
    expect([other.status, (await other.json()).code]).toEqual([409, 'idempotency_mismatch']);
    const [row] = (await api.db.execute('select count(*) as jobs from jobs')).rows;
    expect(row?.['jobs']).toBe(1);
  });

  test('stopping puts the scenes back', async () => {
    await saveKey(ada);
    const { id } = await newProject(ada);
    await post(ada, `/api/projects/${id}/generate-scenes`);
    await finish();
    await post(ada, `/api/projects/${id}/generate-videos`);
    await runner.runUntilIdle();
    const stopped: ProjectAndScenes = await ada.json(`/api/projects/${id}/cancel-generation`, { method: 'POST' });
    expect([stopped.project.status, ...stopped.scenes.map((scene) => scene.status)]).toEqual([
      'draft',
      'pending',
      'pending',
      'pending',
      'pending',
    ]);
  });

  test('deleting a scene or the project ends what is made for it', async () => {
    await saveKey(ada);
    const { id } = await newProject(ada);
    await post(ada, `/api/projects/${id}/generate-scenes`);
    await finish();
    const { scenes }: ProjectAndScenes = await ada.json(`/api/projects/${id}/generate-videos`, { method: 'POST' });
    await runner.runUntilIdle();
    await ada.fetch(`/api/scenes/${scenes[0]?.id}`, { method: 'DELETE' });
    await ada.fetch(`/api/projects/${id}`, { method: 'DELETE' });
    await finish();
    const states = (await api.db.execute("select distinct state from jobs where kind = 'clip'")).rows.map(
      (row) => row['state'],
    );
    expect(states).toEqual(['cancelled']);
    expect((await api.db.execute('select count(*) as files from media')).rows[0]?.['files']).toBe(0);
  });
});

describe('a scene that is longer than one clip, over the API', () => {
  /** A project with one scene of 8 + 7 seconds. */
  async function longScene() {
    await saveKey(ada);
    const { id } = await newProject(ada);
    const added = await addScene(ada, id);
    const sceneId = added.scenes[0]?.id ?? '';
    const extensionId = uuidv7(api.clock.now(), api.deps.randomBytes(10));
    const row = {
      id: extensionId,
      parentSceneId: sceneId,
      extensionIndex: 1,
      durationSeconds: 7,
      nowMs: api.clock.now(),
    };
    const longer = { sql: 'update scenes set duration = 15 where id = ?', args: [sceneId] };
    await api.db.batch([appendExtension(row), longer], 'write');
    return { projectId: id, sceneId, extensionId };
  }

  test('counts as one, is complete when all its pieces are, and is downloaded as a whole', async () => {
    const { projectId, sceneId } = await longScene();
    await post(ada, `/api/projects/${projectId}/generate-videos`);
    await finish();
    expect(await ada.json<Project>(`/api/projects/${projectId}`)).toMatchObject({
      status: 'complete',
      sceneCount: 1,
      totalDuration: 15,
    });
    const scenes = await ada.json<ProjectAndScenes['scenes']>(`/api/projects/${projectId}/scenes`);
    expect(scenes.map(({ frameCount }) => frameCount)).toEqual([192, 360]);
    const download = await ada.fetch(`/api/download/scene/${sceneId}`);
    expect((await download.arrayBuffer()).byteLength).toBe(scenes[1]?.mediaBytes);
    await ada.json(`/api/projects/${projectId}`, { method: 'PATCH', json: { isPublic: true } });
    const shown = await ada.json<{ project: { totalDuration: number } }[]>('/api/showcase/projects');
    expect(shown).toMatchObject([{ totalDuration: 15, sceneCount: 1 }]);
  });

  test('is deleted with what is being made for all its pieces, and restored whole', async () => {
    const { projectId, sceneId } = await longScene();
    await post(ada, `/api/projects/${projectId}/generate-videos`);
    await runner.runUntilIdle();
    const left = await ada.json<ProjectAndScenes>(`/api/scenes/${sceneId}`, { method: 'DELETE' });
    expect(left.scenes).toEqual([]);
    await finish();
    expect((await api.db.execute('select distinct state from jobs')).rows.map((row) => row['state'])).toEqual([
      'cancelled',
    ]);
    const back = await ada.json<ProjectAndScenes>(`/api/scenes/${sceneId}/restore`, { method: 'POST' });
    expect(back.scenes.map(({ isExtension, status }) => [isExtension, status])).toEqual([
      [false, 'pending'],
      [true, 'pending'],
    ]);
  });

  test('takes trims, a start and an end for the whole, and none for a piece; a piece is not generated by itself', async () => {
    const { sceneId, extensionId } = await longScene();
    const json = { continueFromPrevious: true, continueIntoNext: true };
    expect(await ada.json(`/api/scenes/${sceneId}`, { method: 'PATCH', json })).toMatchObject(json);
    const metadata = { cameraAngle: 'aerial', mood: 'calm', lighting: null, movement: null };
    for (const patch of [{ continueFromPrevious: true }, { continueIntoNext: true }, { trimStart: 1 }, { metadata }]) {
      const refused = await ada.fetch(`/api/scenes/${extensionId}`, { method: 'PATCH', json: patch });
      expect([refused.status, (await refused.json()).code]).toEqual([422, 'invalid_input']);
    }
    const alone = await post(ada, `/api/scenes/${extensionId}/generate`);
    expect([alone.status, (await alone.json()).code]).toEqual([422, 'invalid_input']);
  });
});

test('a project whose model is gone takes another, and its clips are made with that', async () => {
  const gemini = await startFakeGemini();
  await api.close();
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  runner = runnerOf(api.deps);
  ada = await api.as('Ada');
  try {
    await saveKey(ada, FAKE_KEYS.good);
    const { id, version } = await newProject(ada);
    await addScene(ada, id);
    const refused = await post(ada, `/api/projects/${id}/generate-videos`);
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { code: 'model_unreachable', message: expect.stringContaining('You can use Gemini Omni Flash instead.') },
    ]);
    const changed = await ada.json<Project>(`/api/projects/${id}`, { method: 'PATCH', json: { model: 'omni' } });
    expect(changed).toMatchObject({ model: 'omni', version: version + 2 });
    expect((await post(ada, `/api/projects/${id}/generate-videos`)).status).toBe(202);
    await runner.runUntilIdle();
    expect(gemini.jobs[0]?.model).toBe('gemini-omni-1.2-flash');
  } finally {
    await gemini.close();
  }
});

describe('what is refused', () => {
  test('is generation without a key', async () => {
    const { id } = await newProject(ada);
    const reply = await post(ada, `/api/projects/${id}/generate-scenes`);
    expect([reply.status, (await reply.json()).code]).toEqual([422, 'no_api_key']);
    expect((await ada.json<ModelReach[]>('/api/models')).every((row) => !row.reachable && row.reason !== null)).toBe(
      true,
    );
  });
});

describe('the models of a key', () => {
  let gemini: FakeGemini;
  beforeEach(async () => {
    gemini = await startFakeGemini();
    await api.close();
    api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
    ada = await api.as('Ada');
    await saveKey(ada, FAKE_KEYS.good);
  });
  afterEach(() => gemini.close());

  test('are those that upstream serves, asked once an hour', async () => {
    const rows = await ada.json<ModelReach[]>('/api/models');
    expect(rows.map((row) => [row.id, row.reachable])).toEqual([
      ['veo-3.1', false],
      ['veo-3', false],
      ['veo-2', false],
      ['omni', true],
    ]);
    expect(rows[0]?.reason).toContain('doesn’t offer Veo 3.1');
    expect(JSON.stringify(rows)).not.toContain('upstream');
    const asked = gemini.requests.length;
    await ada.json('/api/models');
    expect(gemini.requests).toHaveLength(asked);
    api.clock.advance(61 * 60_000);
    await ada.json('/api/models');
    expect(gemini.requests.length).toBeGreaterThan(asked);
  });

  test('are asked for anew for another key, and remembered when upstream is silent', async () => {
    await ada.json('/api/models');
    await saveKey(ada, FAKE_KEYS.expired);
    expect((await ada.json<ModelReach[]>('/api/models')).map((row) => row.reason)).toEqual(
      Array.from({ length: 4 }, () => expect.stringContaining('expired')),
    );
    await saveKey(ada, FAKE_KEYS.other);
    const rows = await ada.json<ModelReach[]>('/api/models');
    api.clock.advance(61 * 60_000);
    await gemini.close();
    expect(await ada.json('/api/models')).toEqual(rows);
    await saveKey(ada, FAKE_KEYS.good);
    const silent = await ada.fetch('/api/models');
    expect([silent.status, (await silent.json()).code]).toEqual([502, 'provider_failed']);
  });
});
