/** Generation in workerd: jobs advance by the queue while every request is answered at once, and the alarm finds what was lost. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { insertJob } from '#edge-api/repos/jobs.ts';
import { idea } from '#tests/api/battery/people.ts';
import type { TestUser } from '#tests/api/harness.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { metricsIn, metricsOfRunbook } from '#tests/helpers/named-metrics.ts';
import { openEdgeStage, type EdgeStage } from './edge-stage.ts';

const TOKEN = 'token-of-the-operators';

let gemini: FakeGemini;
let stage: EdgeStage;
let ada: TestUser;
/** Until it is called the provider answers no request for a clip: whoever waited for it would wait forever. */
let letAnswer = (): void => undefined;
beforeAll(async () => {
  const answers = new Promise<void>((resolve) => (letAnswer = resolve));
  gemini = await startFakeGemini({
    slowPolls: 1,
    delayMs: (operation) => (operation === 'interactions.create' ? 1 : 0),
    wait: () => answers,
  });
  stage = await openEdgeStage({ GOOGLE_GEMINI_BASE_URL: gemini.url, GENERATION_POLL_MS: '1000', METRICS_TOKEN: TOKEN });
  ada = await stage.as('Ada');
  await ada.json('/api/user/save-api-key', { method: 'POST', json: { apiKey: FAKE_KEYS.good } });
});
afterAll(async () => {
  await stage.close();
  await gemini.close();
});

const newProject = () => ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
const scenesOf = ({ id }: Project) => ada.json<Scene[]>(`/api/projects/${id}/scenes`);

test('a project gets its scenes and its clips, each asked for once, while no request waits for them', async () => {
  const project = await newProject();
  await ada.json(`/api/projects/${project.id}/generate-scenes`, { method: 'POST' });
  await expect.poll(async () => (await scenesOf(project)).length).toBeGreaterThan(2);
  const statuses = async () => new Set((await scenesOf(project)).map(({ status }) => status));
  await ada.json(`/api/projects/${project.id}/generate-videos`, { method: 'POST' });
  await expect.poll(() => gemini.jobs.length).toBeGreaterThan(0);
  expect(await statuses()).not.toContain('complete');
  letAnswer();
  await expect.poll(statuses, { timeout: 50_000 }).toEqual(new Set(['complete']));
  const scenes = await scenesOf(project);
  expect(gemini.jobs).toHaveLength(scenes.length);
  const sha256 = scenes[0]?.sha256;
  const whole = await ada.fetch(`/api/media/${sha256}`);
  const bytes = Buffer.from(await whole.arrayBuffer());
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  const part = await ada.fetch(`/api/media/${sha256}`, { headers: { Range: 'bytes=100-199' } });
  expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, bytes.subarray(100, 200)]);
});

test('a job that no message came for is found by the alarm', async () => {
  const project = await newProject();
  const job = { id: crypto.randomUUID(), kind: 'breakdown', sceneId: null, quotaMark: null } as const;
  await stage.db.batch(
    [insertJob({ ...job, userId: ada.id, projectId: project.id, nowMs: Date.now() - 11_000 })],
    'write',
  );
  expect(await scenesOf(project)).toEqual([]);
  await stage.edge.ring(Date.UTC(2026, 10, 21, 12, 7));
  await expect.poll(async () => (await scenesOf(project)).length).toBeGreaterThan(2);
});

test('operators see what happened, with their token', async () => {
  expect((await stage.fetch('/api/metrics')).status).toBe(401);
  const reply = await stage.fetch('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  const text = await reply.text();
  expect(metricsIn(text)).toEqual(await metricsOfRunbook());
  expect(text).toContain(
    `storyreel_provider_call_seconds_count{model="video",call="submit",ended="answered"} ${gemini.jobs.length}`,
  );
  expect(text).toContain('storyreel_dead_turns 0');
  expect(text).toMatch(/storyreel_http_request_seconds_count\{method="GET",status="2xx"\} \d+/);
});

test('the id that a reply has is the one in the log', async () => {
  const reply = await stage.fetch('/api/projects', { headers: { 'X-Request-Id': 'mine' } });
  const id = reply.headers.get('X-Request-Id') ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(await reply.json()).toMatchObject({ requestId: id });
  await expect.poll(() => stage.log()).toContain(`"requestId":"${id}"`);
});

test('nothing was unforeseen', () => {
  const lines = stage.log().split('\n');
  expect(lines.filter((line) => line.includes('"event":"request"')).length).toBeGreaterThan(2);
  const faults = /request_failed|turn_failed|turn_dead|job_step_failed|Uncaught|hang/;
  expect(lines.filter((line) => faults.test(line)).slice(0, 3)).toEqual([]);
});
