/** What operators alone are told of the service. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertJob } from '#edge-api/repos/jobs.ts';
import { createApp } from '#edge-api/app.ts';
import { STANDARD_RATE_LIMITS } from '#edge-api/services/rate-limit.ts';
import { limits } from '#shared/limits.ts';
import { newId, newOwner } from './battery/people.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

let api: TestApi;
let olga: TestUser;
const FREE_BYTES = 12_345_678;

beforeEach(async () => {
  api = await startTestApi({
    environment: {
      OPERATOR_EMAILS: 'olga@example.test',
      STORAGE_LIMIT_MB: '7',
      CLIPS_AT_ONCE: '3',
      AI_CALLS_AT_ONCE: '5',
      REQUESTS_AT_ONCE: '4',
    },
    rateLimits: { write: STANDARD_RATE_LIMITS.write },
    deps: { disk: { tryWrite: async () => undefined, freeBytes: async () => FREE_BYTES } },
  });
  olga = await api.as('Olga');
});
afterEach(() => api.close());

const PUBLIC = ['database', 'ffmpeg', 'status', 'version'];

test('operators see the free space, the limits, and what is queued; nobody else does', async () => {
  const ada = await newOwner(api, 'Ada');
  const of = { userId: ada.user.id, projectId: ada.projectId, sceneId: ada.sceneId };
  const job = { id: newId(), kind: 'clip' as const, ...of, quotaMark: null, nowMs: api.clock.now() };
  await api.db.execute(insertJob(job));
  const health = await olga.json('/api/health');
  expect(Object.keys(health).toSorted()).toEqual([...PUBLIC, 'operator'].toSorted());
  expect(health).toMatchObject({
    status: 'ok',
    operator: {
      freeBytes: FREE_BYTES,
      limits: { projects: limits.projectsPerPerson, scenes: limits.scenesPerPerson, bytes: 7_000_000 },
      atOnce: { clips: 3, aiCalls: 5, requests: 4 },
      perMinute: { write: { perUser: 600, perAddress: null }, request: { perUser: null, perAddress: null } },
      queue: { generations: 1, exports: 0, deadTurns: 0 },
    },
  });
  expect(Object.keys(await ada.user.json('/api/health')).toSorted()).toEqual(PUBLIC);
  const anonymous: object = await (await api.fetch('/api/health')).json();
  expect(Object.keys(anonymous).toSorted()).toEqual(PUBLIC);
  const forged = await api.fetch('/api/health', { headers: { Cookie: 'storyreel_session=forged' } });
  const answer: object = await forged.json();
  expect(Object.keys(answer).toSorted()).toEqual(PUBLIC);
});

test('a database that is away is told to everybody alike', async () => {
  const away = () => Promise.reject(new Error('The database is away.'));
  const app = createApp({ ...api.deps, db: { ...api.deps.db, execute: away, batch: away } });
  const { cookie } = olga;
  const reply = await app.fetch(new Request(`${api.config.publicUrl}/api/health`, { headers: { Cookie: cookie } }));
  expect([reply.status, await reply.json()]).toMatchObject([200, { status: 'degraded', database: 'unreachable' }]);
});
