/**
 * Calls of one invocation, counted in workerd: to the database, the bucket, the queue, and the provider. The platform allows
 * 10,000 on the Paid plan, and each costs its time and its price; so each kind of work has a bound here, well under that.
 */
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { ChangesReply } from '#shared/api/changes.ts';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { limits } from '#shared/limits.ts';
import { idea } from '#tests/api/battery/people.ts';
import type { TestUser } from '#tests/api/harness.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { invocationSchema, type Invocation } from './count-calls.ts';
import { openEdgeStage, type EdgeStage } from './edge-stage.ts';

let gemini: FakeGemini;
let stage: EdgeStage;
let ada: TestUser;
let project: Project;

beforeAll(async () => {
  gemini = await startFakeGemini({ slowPolls: 3 });
  stage = await openEdgeStage(
    { GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '1000' },
    { entry: 'tests/workerd/counting-worker.ts' },
  );
  ada = await stage.as('Ada');
  await ada.json('/api/user/save-api-key', { method: 'POST', json: { apiKey: FAKE_KEYS.good } });
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
});
afterAll(async () => {
  await stage.close();
  await gemini.close();
});
beforeEach(() => invocations());

/** What was invoked since this was last asked. */
async function invocations(): Promise<Invocation[]> {
  return z.array(invocationSchema).parse(await (await stage.fetch('/calls')).json());
}

const totalOf = ({ database, bucket, queue, provider }: Invocation): number => database + bucket + queue + provider;

/** The most that one of these made. */
function most(seen: readonly Invocation[], isMeant: (one: Invocation) => boolean): number {
  const meant = seen.filter(isMeant);
  expect(meant.length).toBeGreaterThan(0);
  return Math.max(...meant.map(totalOf));
}

test('a poll, an edit, and the first page', async () => {
  await ada.json(`/api/projects/${project.id}/scenes`);
  await ada.json('/api/user/projects');
  await ada.json(`/api/projects/${project.id}`, { method: 'PATCH', json: { title: 'The Tower' } });
  await stage.fetch('/');
  const seen = await invocations();
  expect(most(seen, ({ what }) => what.endsWith('/scenes'))).toBeLessThanOrEqual(6);
  expect(most(seen, ({ what }) => what === 'GET /api/user/projects')).toBeLessThanOrEqual(6);
  expect(most(seen, ({ what }) => what.startsWith('PATCH '))).toBeLessThanOrEqual(12);
  expect(most(seen, ({ what }) => what === 'GET /')).toBeLessThanOrEqual(2);
});

test('a call of as many changes as it takes', async () => {
  const changes = Array.from({ length: limits.changesInCall }, (_, index) => ({
    method: 'PATCH',
    path: `/api/projects/${project.id}`,
    body: JSON.stringify({ title: `The Tower, ${index}` }),
    key: uuidv7(Date.now(), randomBytes(10)),
    ifMatch: null,
    madeOn: null,
  }));
  const json = { changes };
  const { replies } = await ada.json<ChangesReply>('/api/changes', { method: 'POST', json });
  expect(replies.map(({ status }) => status)).toEqual(changes.map(() => 200));
  const seen = await invocations();
  expect(most(seen, ({ what }) => what === 'POST /api/changes')).toBeLessThanOrEqual(12 * limits.changesInCall);
});

test('each turn of a clip: its request, a question about it, and its file', async () => {
  const row = { title: 'One', description: 'A quiet harbor.', duration: 4 };
  await ada.json<Scene>(`/api/projects/${project.id}/scenes`, { method: 'POST', json: row });
  await ada.json(`/api/projects/${project.id}/generate-videos`, { method: 'POST' });
  const scenes = () => ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
  await expect.poll(async () => (await scenes())[0]?.status).toBe('complete');
  const seen = await invocations();
  const turns = seen.filter(({ what }) => what.startsWith('queue'));
  const isSend = ({ asked }: Invocation) => asked.some((what) => what.startsWith('POST'));
  const isFile = ({ bucket }: Invocation) => bucket > 0;
  expect(most(seen, ({ what }) => what.endsWith('/generate-videos'))).toBeLessThanOrEqual(32);
  expect(most(turns, isSend)).toBeLessThanOrEqual(20);
  expect(most(turns, (one) => one.provider > 0 && !isSend(one) && !isFile(one))).toBeLessThanOrEqual(10);
  expect(most(turns, isFile)).toBeLessThanOrEqual(24);
  // A clip on its way costs a turn for each question and a few more, however long it waits.
  expect(turns.length).toBeLessThanOrEqual(12);
});

test('an upload: each part, and its end, which grows by two calls for each part', async () => {
  const [parts, size] = [3, limits.uploadPartBytes];
  const bytes = new Uint8Array(randomBytes(parts * size));
  bytes.set([0xff, 0xfb, 0x90, 0x64]);
  const facts = { sound: { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 } };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const json = { sha256, sizeBytes: bytes.length, kind: 'sound', name: 'Song.mp3', facts };
  const { upload } = await ada.json<StartUploadReply>('/api/uploads', { method: 'POST', json });
  for (let part = 1; part <= parts; part++) {
    const body = bytes.slice((part - 1) * size, part * size);
    const headers = { 'Content-Type': 'application/octet-stream' };
    expect((await ada.fetch(`/api/uploads/${upload?.id}/parts/${part}`, { method: 'PUT', body, headers })).status).toBe(
      204,
    );
  }
  await ada.json(`/api/uploads/${upload?.id}/complete`, { method: 'POST' });
  const seen = await invocations();
  expect(most(seen, ({ what }) => what === 'POST /api/uploads')).toBeLessThanOrEqual(16);
  expect(most(seen, ({ what }) => what.startsWith('PUT '))).toBeLessThanOrEqual(15);
  expect(most(seen, ({ what }) => what.endsWith('/complete'))).toBeLessThanOrEqual(24 + 2 * parts);
});

test('the alarm of a minute in which nothing is late', async () => {
  await stage.edge.ring(Date.UTC(2026, 10, 21, 12, 7));
  const seen = await invocations();
  expect(most(seen, ({ what }) => what === 'alarm')).toBeLessThanOrEqual(6);
});
