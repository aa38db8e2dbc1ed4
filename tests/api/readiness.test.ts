/** What a load balancer is told. */
import { afterEach, expect, test } from 'vitest';
import { createJobRunner } from '#edge-api/jobs/runner.ts';
import type { Db } from '#edge-api/db/client.ts';
import { startTestApi, type TestApi } from './harness.ts';

let api: TestApi | null = null;
afterEach(async () => {
  await api?.close();
  api = null;
});

async function ask(server: TestApi): Promise<[number, unknown]> {
  const reply = await server.fetch('/api/health/ready');
  expect(reply.headers.get('cache-control')).toBe('no-store');
  return [reply.status, await reply.json()];
}

test('is ready while the database answers and jobs are worked on', async () => {
  api = await startTestApi();
  expect(await ask(api)).toEqual([200, { ready: true, database: 'ok', jobs: 'running' }]);
  const stopped = await startTestApi({ deps: { areJobsRunning: () => false } });
  expect(await ask(stopped)).toEqual([503, { ready: false, database: 'ok', jobs: 'stopped' }]);
  await stopped.close();
});

test('is not ready without its database', async () => {
  const gone: Db = {
    execute: () => Promise.reject(new Error('SERVER_ERROR')),
    batch: () => Promise.reject(new Error('SERVER_ERROR')),
  };
  api = await startTestApi({ deps: { db: gone } });
  expect(await ask(api)).toEqual([503, { ready: false, database: 'unreachable', jobs: 'running' }]);
});

test('jobs run from the start of their runner to its stop', async () => {
  api = await startTestApi();
  const runner = createJobRunner({ ...api.deps, readApiKey: async () => null, pollMs: 5_000 });
  expect(runner.isRunning()).toBe(false);
  runner.start();
  expect(runner.isRunning()).toBe(true);
  await runner.stop();
  expect(runner.isRunning()).toBe(false);
});
