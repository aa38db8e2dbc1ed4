/** What operators watch: only with their token, of the rows of all processes and the calls of this one. */
import { afterEach, expect, test } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import { createMeters } from '#edge-api/meters.ts';
import { noteDeadTurn } from '#edge-api/repos/dead-turns.ts';
import { readTotals } from '#edge-api/repos/meter-totals.ts';
import { meterTotals } from '#edge-api/services/meter-totals.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { metricsIn, metricsOfRunbook } from '#tests/helpers/named-metrics.ts';
import { idea } from './battery/people.ts';
import { finishJobs, runnerOf, saveKey, startTestApi, type TestApi } from './harness.ts';

const TOKEN = 'a-token-of-operators';

let api: TestApi;
afterEach(() => api.close());

const ask = (authorization?: string) =>
  api.fetch('/api/metrics', { headers: authorization === undefined ? {} : { Authorization: authorization } });

/** The value behind the name of a metric, with its labels. */
async function valueOf(metric: string): Promise<number | null> {
  const text = await (await ask(`Bearer ${TOKEN}`)).text();
  const line = text.split('\n').find((one) => one.startsWith(`${metric} `));
  return line === undefined ? null : Number(line.slice(metric.length + 1));
}

test('a server without a token has none', async () => {
  api = await startTestApi();
  expect((await ask()).status).toBe(404);
  expect((await ask('Bearer null')).status).toBe(404);
});

test('they are for whoever has the token, in the form of Prometheus', async () => {
  api = await startTestApi({ environment: { METRICS_TOKEN: TOKEN } });
  for (const wrong of [undefined, '', TOKEN, `Bearer ${TOKEN}x`, `bearer ${TOKEN}`])
    expect([wrong, (await ask(wrong)).status]).toEqual([wrong, 401]);
  const reply = await ask(`Bearer ${TOKEN}`);
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ]);
  const text = await reply.text();
  expect(metricsIn(text)).toEqual(await metricsOfRunbook());
  expect(
    text
      .split('\n')
      .filter((line) => !/^(# (HELP|TYPE) storyreel_\w+ .+|storyreel_\w+(\{(\w+="[^"]*",?)+\})? [\d.]+|)$/.test(line)),
  ).toEqual([]);
  expect(text.endsWith('\n')).toBe(true);
});

test('they tell of jobs, waiting, calls, money, and what was given up', async () => {
  const gemini = await startFakeGemini();
  api = await startTestApi({ environment: { METRICS_TOKEN: TOKEN, GOOGLE_GEMINI_BASE_URL: gemini.url } });
  const ada = await api.as('Ada');
  await saveKey(ada, FAKE_KEYS.good);
  const project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  await ada.json(`/api/projects/${project.id}/generate-scenes`, { method: 'POST' });
  api.clock.advance(90_000);
  expect(await valueOf('storyreel_jobs{state="queued"}')).toBe(1);
  expect(await valueOf('storyreel_jobs_waited_seconds')).toBe(90);
  const runner = runnerOf(api);
  await runner.runUntilIdle();
  await ada.json(`/api/projects/${project.id}/generate-videos`, { method: 'POST' });
  // Two clips run and the others wait for them, which is nobody's fault; then nobody comes to ask about the two.
  await runner.runUntilIdle();
  const running = gemini.jobs.length;
  expect(running).toBeLessThan((await ada.json<unknown[]>(`/api/projects/${project.id}/scenes`)).length);
  expect(await valueOf('storyreel_jobs_waited_seconds')).toBe(0);
  api.clock.advance(35_000);
  expect(await valueOf('storyreel_jobs_waited_seconds')).toBe(30);
  expect(await valueOf('storyreel_jobs_due')).toBe(running);
  await finishJobs(api, runner);
  expect(await valueOf('storyreel_jobs{state="queued"}')).toBeNull();
  expect(await valueOf('storyreel_jobs_waited_seconds')).toBe(0);
  const submitted = 'storyreel_provider_call_seconds_count{model="video",call="submit",ended="answered"}';
  expect(await valueOf(submitted)).toBe(gemini.jobs.length);
  expect(await valueOf('storyreel_spent_usd')).toBeGreaterThan(0);
  expect(await valueOf('storyreel_http_request_seconds_count{method="POST",status="2xx"}')).toBe(4);
  await noteDeadTurn(api.db, { id: 'message 1', jobId: null, nowMs: api.clock.now() });
  expect(await valueOf('storyreel_dead_turns')).toBe(1);
  api.clock.advance(25 * 60 * 60 * 1000);
  expect([await valueOf('storyreel_dead_turns'), await valueOf('storyreel_spent_usd')]).toEqual([0, 0]);
  await gemini.close();
});

test('what many isolates have counted is told by each of them, and written once a minute at most', async () => {
  api = await startTestApi();
  const { db, clock } = api;
  const isolate = () => {
    const meters = createMeters();
    return { meters, ...meterTotals({ db, meters, now: clock.now }) };
  };
  const [one, other] = [isolate(), isolate()];
  const answered = { method: 'GET', status: '2xx' };
  const counted = 'storyreel_http_request_seconds';
  one.meters.took(counted, answered, 30);
  other.meters.took(counted, answered, 2_000);
  other.meters.took(counted, { ...answered, status: '4xx' }, 5);
  await Promise.all([one.addWhenDue(), other.addWhenDue()]);
  expect(await readTotals(db)).toEqual([]);
  clock.advance(60_000);
  await Promise.all([one.addWhenDue(), other.addWhenDue()]);
  one.meters.took(counted, answered, 90_000);
  await one.addWhenDue();
  const total = (await readTotals(db)).find(({ labels }) => labels['status'] === '2xx');
  expect(total).toMatchObject({ count: 2, ms: 2_030, within: [0, 1, 0, 0, 0, 1, 0, 0, 0, 0] });
  const lines = await one.lines();
  expect(lines).toContain(`${counted}_count{method="GET",status="2xx"} 3`);
  expect(lines).toContain(`${counted}_bucket{method="GET",status="2xx",le="2.5"} 2`);
  expect(await other.lines()).toEqual(lines);
});
