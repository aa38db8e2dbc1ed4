/** Calls that start or stop generation, sent again under their key after other things have happened: they do nothing again. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type JobRunner } from '#edge-api/jobs/runner.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { finishJobs, runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject, addScene } from './new-project.ts';

/** The demo studio loses the answer to a scene that says so. */
const LOSE = '[lose]';

let api: TestApi;
let ada: TestUser;
let runner: JobRunner;
let projectId: string;
let sceneId: string;

beforeEach(async () => {
  api = await startTestApi();
  runner = runnerOf(api);
  ada = await api.as('Ada');
  await saveKey(ada);
  projectId = (await newProject(ada)).id;
  const { scenes } = await addScene(ada, projectId, { description: `A scene. ${LOSE}` });
  sceneId = scenes[0]?.id ?? '';
});
afterEach(async () => {
  await runner.stop();
  await api.close();
});

const finish = (): Promise<void> => finishJobs(api, runner);

/** A status of success, else the code of the refusal. */
async function post(path: string, key: string | null, json: unknown = {}): Promise<number | string> {
  const headers: Record<string, string> = key === null ? {} : { 'Idempotency-Key': key };
  const reply = await ada.fetch(path, { method: 'POST', headers, json });
  return reply.ok ? reply.status : (await reply.json()).code;
}

const videos = () => `/api/projects/${projectId}/generate-videos`;
const cancel = () => `/api/projects/${projectId}/cancel-generation`;
const dismiss = () => `/api/scenes/${sceneId}/dismiss-failure`;
const generate = () => `/api/scenes/${sceneId}/generate`;

async function scene(): Promise<Scene | undefined> {
  const [row] = await ada.json<Scene[]>(`/api/projects/${projectId}/scenes`);
  return row;
}

async function jobStates(): Promise<unknown[]> {
  return (await api.db.execute('select state from jobs order by rowid')).rows.map((row) => row['state']);
}

describe('a call that is replayed', () => {
  test('to cancel leaves what was begun since alone', async () => {
    expect(await post(videos(), 'begin-1')).toBe(202);
    expect(await post(cancel(), 'cancel-1')).toBe(200);
    expect(await jobStates()).toEqual(['cancelled']);
    expect(await post(videos(), 'begin-2')).toBe(202);
    expect(await post(cancel(), 'cancel-1')).toBe(200);
    expect(await jobStates()).toEqual(['cancelled', 'queued']);
    expect((await scene())?.status).toBe('generating');
    expect(await post(cancel(), 'cancel-2')).toBe(200);
    expect(await jobStates()).toEqual(['cancelled', 'cancelled']);
  });

  test('to dismiss a failure leaves an answer that was lost since on the card', async () => {
    expect(await post(generate(), 'begin-1')).toBe(202);
    await finish();
    expect(await scene()).toMatchObject({ status: 'failed', answerLost: true });
    expect(await post(dismiss(), 'dismiss-1')).toBe(200);
    expect(await scene()).toMatchObject({ status: 'pending', answerLost: false });
    expect(await post(generate(), 'begin-2')).toBe(202);
    await finish();
    expect(await scene()).toMatchObject({ status: 'failed', answerLost: true });
    expect(await post(dismiss(), 'dismiss-1')).toBe(200);
    expect(await scene()).toMatchObject({ status: 'failed', answerLost: true });
    expect(await post(generate(), 'begin-3')).toBe('needs_second_charge_consent');
  });

  test('to generate does not begin again after it was cancelled', async () => {
    expect(await post(generate(), 'begin-1')).toBe(202);
    await post(cancel(), null);
    expect(await post(generate(), 'begin-1')).toBe(202);
    expect(await jobStates()).toEqual(['cancelled']);
    expect((await scene())?.status).toBe('pending');
  });
});

describe('a key', () => {
  test('that stands for an edit stands for no generation, and the other way round', async () => {
    const rename = async (key: string) => {
      const headers = { 'Idempotency-Key': key };
      const reply = await ada.fetch(`/api/scenes/${sceneId}`, { method: 'PATCH', headers, json: { title: 'Other' } });
      return reply.ok ? reply.status : (await reply.json()).code;
    };
    expect(await rename('one')).toBe(200);
    for (const path of [videos(), generate(), cancel(), dismiss(), `/api/projects/${projectId}/generate-scenes`])
      expect([path, await post(path, 'one')]).toEqual([path, 'idempotency_mismatch']);
    expect(await jobStates()).toEqual([]);
    expect(await post(videos(), 'two')).toBe(202);
    expect([await rename('two'), await post(cancel(), 'two')]).toEqual([
      'idempotency_mismatch',
      'idempotency_mismatch',
    ]);
  });

  test('that another begins with is a key of its own', async () => {
    expect(await post(generate(), 'K2/1')).toBe(202);
    await post(cancel(), null);
    expect(await post(generate(), 'K2')).toBe(202);
    expect(await jobStates()).toEqual(['cancelled', 'queued']);
    await post(cancel(), null);
    expect(await post(generate(), `K2/${sceneId}`)).toBe(202);
    expect(await jobStates()).toEqual(['cancelled', 'cancelled', 'queued']);
  });

  test('of a refused call can be used again', async () => {
    expect(await post(videos(), 'begin')).toBe(202);
    expect(await post(generate(), 'again')).toBe('already_generating');
    await post(cancel(), null);
    expect(await post(generate(), 'again')).toBe(202);
  });
});
