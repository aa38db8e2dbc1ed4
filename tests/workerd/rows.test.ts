/** How many rows the database reads and writes for what people do: inputs of what docs/costs-on-the-edge.md works out. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { perCall } from '#scripts/edge-model/costs.ts';
import { idea } from '#tests/api/battery/people.ts';
import type { TestUser } from '#tests/api/harness.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { webpOf } from '#tests/helpers/pictures.ts';
import { plantFullLines, plantPeople } from '#tests/helpers/plant-jobs.ts';
import { openEdgeStage, type EdgeStage } from './edge-stage.ts';

/** Of a clip, until it is ready; and its preparation, its request, and its file. */
const [POLLS, OTHER_STEPS] = [7, 3];
/** Others whose clips are on their way, and who have more in line. */
const PEOPLE_IN_LINE = 2_000;

let gemini: FakeGemini;
let stage: EdgeStage;
let ada: TestUser;
let project: Project;

/** A person with six projects, one of which has scenes. */
beforeAll(async () => {
  gemini = await startFakeGemini({ slowPolls: POLLS - 1 });
  stage = await openEdgeStage({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '1000' });
  ada = await stage.as('Ada');
  await ada.json('/api/user/save-api-key', { method: 'POST', json: { apiKey: FAKE_KEYS.good } });
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five'])
    await ada.json('/api/projects', { method: 'POST', json: idea(title) });
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  await ada.json(`/api/projects/${project.id}/generate-scenes`, { method: 'POST' });
});
afterAll(async () => {
  await stage.close();
  await gemini.close();
});

const scenesNow = () => ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);

/** Of what was done so often, the mean. */
async function rowsOf(count: number, act: (turn: number) => Promise<unknown>) {
  const before = await stage.edge.databaseRows();
  for (let turn = 0; turn < count; turn++) await act(turn);
  const after = await stage.edge.databaseRows();
  return { read: (after.read - before.read) / count, written: (after.written - before.written) / count };
}

/** Until the turns have ended that follow a job's last step; it asks no row. */
async function untilIdle(): Promise<void> {
  for (let last = ''; ;) {
    const now = JSON.stringify(await stage.edge.databaseRows());
    if (now === last) return;
    last = now;
    await pause(500);
  }
}

/** What the costs count with, or less; and not so much less that they would be wrong. */
function expectCounted(measured: number, input: number): void {
  expect(measured).toBeLessThanOrEqual(input);
  expect(measured).toBeGreaterThanOrEqual(input / 3);
}

test('the steps of jobs take as many as the costs count with, however many people wait for their own clips', async () => {
  await plantFullLines(stage.db, await plantPeople(stage.db, PEOPLE_IN_LINE), 3, Date.now());
  await expect.poll(async () => (await scenesNow()).length).toBeGreaterThan(2);
  const { length } = await scenesNow();
  let looks = 0;
  const statuses = async () => {
    looks++;
    return [...new Set((await scenesNow()).map(({ status }) => status))];
  };
  const all = await rowsOf(1, async () => {
    await ada.json(`/api/projects/${project.id}/generate-videos`, { method: 'POST' });
    // The provider tells how far it is, so that few ask the server.
    await expect.poll(() => gemini.jobs.filter(({ polls }) => polls >= POLLS).length, { timeout: 60_000 }).toBe(length);
    await expect.poll(statuses, { timeout: 60_000, interval: 500 }).toEqual(['complete']);
    await untilIdle();
  });
  const asked = looks;
  const look = await rowsOf(1, statuses);
  const steps = length * (POLLS + OTHER_STEPS);
  expectCounted((all.read - asked * look.read) / steps, perCall.rowsReadByStep);
  expectCounted(all.written / steps, perCall.rowsWrittenByStep);
}, 120_000);

test('so do calls, polls of pages, and edits', async () => {
  const [scene] = await scenesNow();
  const paths = [
    '/api/user/projects',
    ...['', '/scenes', '/history'].map((part) => `/api/projects/${project.id}${part}`),
  ];
  const call = await rowsOf(paths.length * 3, async (turn) => {
    expect((await ada.fetch(paths[turn % paths.length] ?? '')).ok).toBe(true);
  });
  expectCounted(call.read, perCall.rowsRead);
  const history = `/api/projects/${project.id}/history`;
  const tag = (await ada.fetch(history)).headers.get('ETag') ?? '';
  const news = await rowsOf(5, async () => {
    expect((await ada.fetch(history, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  });
  const poll = await rowsOf(5, scenesNow);
  expectCounted(Math.max(news.read, poll.read), perCall.rowsReadByPoll);
  const edit = await rowsOf(5, (turn) =>
    ada.json(`/api/scenes/${scene?.id}`, { method: 'PATCH', json: { title: `Title ${turn}` } }),
  );
  expectCounted(edit.written, perCall.rowsWrittenByEdit);
});

test('so do pictures of clips, whose calls are counted in memory', async () => {
  const [scene] = await scenesNow();
  const sizes = [1, 2, 3, 4].map((n) => ({ width: 160 * n, height: 90 * n }));
  const sent = await rowsOf(sizes.length, async (turn) => {
    const body = webpOf(sizes[turn]);
    expect((await ada.fetch(`/api/media/${scene?.sha256}/frames/first`, { method: 'PUT', body })).status).toBe(204);
  });
  expectCounted(sent.read, perCall.rowsReadByFrame);
  expectCounted(sent.written, perCall.rowsWrittenByFrame);
  expect((await stage.db.execute("select name from rate_buckets where name like 'frameUpload%'")).rows).toEqual([]);
});
