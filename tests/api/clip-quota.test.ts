/** How many clips are asked for at once: two for one API key, whoever has it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type JobRunner } from '#edge-api/jobs/runner.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { makeClip } from '#tests/helpers/clips/make-clip.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { runnerOf, saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject, addScene } from './new-project.ts';

const CLIPS_EACH = 3;

let gemini: FakeGemini;
let api: TestApi;
let runner: JobRunner;

beforeAll(async () => {
  const clip = await makeClip({ seconds: 4, size: '360p', sceneNumber: 1 });
  gemini = await startFakeGemini({ slowPolls: 2, clips: () => clip });
});
afterAll(() => gemini.close());
beforeEach(async () => {
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url } });
  runner = runnerOf(api);
});
afterEach(async () => {
  await runner.stop();
  await api.close();
});

/** A person whose clips are asked for. */
async function asking(name: string, apiKey: string): Promise<TestUser> {
  const user = await api.as(name);
  await askFor(user, name, apiKey);
  return user;
}

/** Has one more movie made with a key. */
async function askFor(user: TestUser, name: string, apiKey: string): Promise<void> {
  await saveKey(user, apiKey);
  const { id } = await newProject(user, { model: 'omni' });
  for (let scene = 1; scene <= CLIPS_EACH; scene++)
    await addScene(user, id, { description: `${name} sees it, ${scene}.`, duration: 4 });
  await user.json(`/api/projects/${id}/generate-videos`, { method: 'POST' });
}

const busyWhere = async (condition: string): Promise<number> => {
  const { rows } = await api.db.execute(`select count(*) as busy from jobs where kind = 'clip' and ${condition}`);
  return Number(rows[0]?.['busy']);
};

/** Works until nothing is left to do. @returns the most clips that were at work at once */
async function mostAtOnce(): Promise<number> {
  let most = 0;
  for (let due = await runner.runUntilIdle(); due !== null; due = await runner.runUntilIdle()) {
    most = Math.max(most, await busyWhere("state in ('submitting', 'running')"));
    api.clock.advance(Math.max(1, due - api.clock.now()));
  }
  return most;
}

/** As the operator says, on a server of its own. */
async function startAgain(environment: Record<string, string>): Promise<void> {
  await runner.stop();
  await api.close();
  api = await startTestApi({ environment: { GOOGLE_GEMINI_BASE_URL: gemini.url, ...environment } });
  runner = runnerOf(api);
}

test.each([1, 3])('the operator says how many of one key are made at once: %i', async (clips) => {
  await startAgain({ CLIPS_AT_ONCE: String(clips) });
  await asking('Ada', FAKE_KEYS.good);
  await asking('Bob', FAKE_KEYS.good);
  expect(await mostAtOnce()).toBe(clips);
});

test('whoever changes keys has no more clips made at once', async () => {
  const ada = await asking('Ada', FAKE_KEYS.good);
  await runner.runUntilIdle();
  await askFor(ada, 'Ada', FAKE_KEYS.other);
  expect(await mostAtOnce()).toBe(2);
  expect(await busyWhere("state = 'queued'")).toBe(0);
});

test('two accounts with one key have two clips made at once between them', async () => {
  await asking('Ada', FAKE_KEYS.good);
  await asking('Bob', FAKE_KEYS.good);
  expect(await mostAtOnce()).toBe(2);
});

test('two accounts with a key each have two each', async () => {
  await asking('Ada', FAKE_KEYS.good);
  await asking('Bob', FAKE_KEYS.other);
  expect(await mostAtOnce()).toBe(4);
});

test('everybody in the demo studio has two', async () => {
  await asking('Ada', DEMO_STUDIO_KEY);
  await asking('Bob', DEMO_STUDIO_KEY);
  expect(await mostAtOnce()).toBe(4);
});

test('a clip whose owner takes another key while it waits stands in that key’s line', async () => {
  const ada = await asking('Ada', FAKE_KEYS.good);
  await asking('Bob', FAKE_KEYS.other);
  await runner.runUntilIdle();
  await saveKey(ada, FAKE_KEYS.other);
  expect(await mostAtOnce()).toBe(4);
  // Ada's first two were sent with the old key, her third and Bob's with the other one.
  const { rows } = await api.db.execute('select count(*) as clips from jobs group by quota_mark order by 1');
  expect(rows).toEqual([{ clips: 2 }, { clips: 4 }]);
  expect(await busyWhere("state = 'done'")).toBe(CLIPS_EACH + 1);
});

test('the mark in the row tells nothing about the key', async () => {
  await asking('Ada', FAKE_KEYS.good);
  const { rows } = await api.db.execute('select distinct quota_mark from jobs');
  const hash = Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(FAKE_KEYS.good))).toString('hex');
  expect(rows).toEqual([{ quota_mark: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
  expect(rows).not.toEqual([{ quota_mark: hash }]);
});
