/** When the edge works on jobs: as its queue delivers turns, which requests and each minute’s alarm send for. The alarm tidies up once an hour. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { Db } from '#edge-api/db/client.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { memoryCache } from '#tests/helpers/memory-cache.ts';
import { idea } from './battery/people.ts';
import { saveKey, startTestApi, type TestApi, type TestUser } from './harness.ts';

const FULL_HOUR = Date.UTC(2026, 10, 21, 12);
const MINUTE_MS = 60_000;

let gemini: FakeGemini;
let api: TestApi;
let ada: TestUser;
let project: Project;
/** What the worker finds under its `DATABASE_URL`: the file of the API in this process. */
let db: Db;
const lines: string[] = [];
const work: Promise<unknown>[] = [];
/** What the queue holds. */
const queued: { body: unknown; delaySeconds: number }[] = [];

beforeEach(async () => {
  gemini = await startFakeGemini();
  const environment = {
    GOOGLE_GEMINI_BASE_URL: gemini.url,
    KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 5).toString('base64'),
  };
  api = await startTestApi({ environment, startMs: Date.now() - MINUTE_MS });
  db = api.deps.db;
  ada = await api.as('Ada');
  await saveKey(ada, FAKE_KEYS.good);
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  await ada.json(`/api/projects/${project.id}/generate-scenes`, { method: 'POST' });
  await api.db.execute({
    sql: `insert into sessions (token_hash, user_id, created_at_ms, expires_at_ms) values ('ended', ?, 0, 1)`,
    args: [ada.id],
  });
  [lines.length, work.length, queued.length] = [0, 0, 0];
  vi.resetModules();
  vi.stubGlobal('caches', { default: memoryCache() });
  vi.doMock('#edge-api/db/open-remote.ts', () => ({
    LONG_ANSWER_MS: 0,
    remoteDatabase: (): Db => ({
      execute: (statement) => db.execute(statement),
      batch: (statements, mode) => db.batch(statements, mode),
    }),
  }));
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line));
});
afterEach(async () => {
  vi.doUnmock('#edge-api/db/open-remote.ts');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  await api.close();
  await gemini.close();
});

const environmentOf = (changed: Record<string, unknown> = {}) => ({
  DATABASE_URL: 'https://db.example',
  KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 5).toString('base64'),
  PUBLIC_URL: 'https://reel.example',
  GOOGLE_GEMINI_BASE_URL: gemini.url,
  MEDIA: { delete: async () => undefined, list: async () => ({ objects: [], truncated: false }) },
  JOBS: { sendBatch: async (messages: typeof queued) => void queued.push(...messages) },
  ...changed,
});
const context = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) };

/** Lets the clock ring, and waits for all that the worker does then. */
async function ring(scheduledTime: number, changed: Record<string, unknown> = {}): Promise<void> {
  const { default: worker } = await import('#edge-api/worker.ts');
  await Reflect.apply(worker.scheduled, worker, [{ scheduledTime }, environmentOf(changed), context]);
  await Promise.all(work);
}

/** Delivers one message to a queue. @returns the seconds after which the worker wants it again; null when it is done with it */
async function deliver(body: unknown, queue = 'storyreel-jobs', attempts = 1): Promise<number | null> {
  const { default: worker } = await import('#edge-api/worker.ts');
  let again: number | null = Number.NaN;
  const message = {
    id: 'message 1',
    body,
    attempts,
    ack: () => void (again = null),
    retry: ({ delaySeconds }: { delaySeconds: number }) => void (again = delaySeconds),
  };
  await Reflect.apply(worker.queue, worker, [{ queue, messages: [message] }, environmentOf(), context]);
  await Promise.all(work);
  return again;
}

/** Delivers what the queue holds, and what comes of it, as long as it is due now. @returns how many messages */
async function deliverDue(): Promise<number> {
  let count = 0;
  for (;;) {
    const index = queued.findIndex(({ delaySeconds }) => delaySeconds === 0);
    const [message] = index === -1 ? [] : queued.splice(index, 1);
    if (message === undefined) return count;
    expect(await deliver(message.body)).toBeNull();
    count++;
  }
}

/** Sends the worker a request, and waits for all that it does after its reply. @returns the status */
async function ask(path: string, cookie = '', init: RequestInit = {}): Promise<number> {
  const { default: worker } = await import('#edge-api/worker.ts');
  const headers = { Cookie: cookie, Origin: 'https://reel.example' };
  const request = new Request(`https://reel.example${path}`, { ...init, headers });
  const reply = await Reflect.apply(worker.fetch, worker, [request, environmentOf(), context]);
  await Promise.all(work);
  return reply.status;
}

/** The cookie of a new session of Ada's at the worker. */
async function signIn(): Promise<string> {
  await api.db.execute({
    sql: 'insert into sessions (token_hash, user_id, created_at_ms, expires_at_ms) values (?, ?, 0, ?)',
    args: [await sha256Hex('token-of-ada'), ada.id, Date.now() + 60 * MINUTE_MS],
  });
  return '__Host-sid=token-of-ada';
}

const scenes = () => ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
const endedSessions = async () =>
  (await api.db.execute(`select 1 from sessions where token_hash = 'ended'`)).rows.length;

test('the alarm sends for what is due, works on nothing itself, and leaves tidying up to the full hour', async () => {
  await ring(FULL_HOUR + 7 * MINUTE_MS);
  expect(queued).toMatchObject([{ delaySeconds: 0 }]);
  expect([await scenes(), await endedSessions()]).toEqual([[], 1]);
  expect(lines.join('\n')).toContain('jobs_swept');
  await deliverDue();
  expect((await scenes()).length).toBeGreaterThan(2);
  await ring(FULL_HOUR + 60 * MINUTE_MS);
  expect([queued, await endedSessions()]).toEqual([[], 0]);
});

test('sends for what is due although tidying up fails, and the platform is told', async () => {
  const { execute, batch } = api.deps.db;
  db = {
    execute: (statement) =>
      JSON.stringify(statement).includes('delete from sessions')
        ? Promise.reject(new Error('The disk is full.'))
        : execute(statement),
    batch,
  };
  await expect(ring(FULL_HOUR)).rejects.toThrow('The disk is full.');
  expect(queued).toHaveLength(1);
});

test('says in the log what is not set up or not reachable, and waits for the next minute', async () => {
  await ring(FULL_HOUR, { KEY_ENCRYPTION_SECRET: 'short' });
  expect(lines.join('\n')).toMatch(/not_configured.*KEY_ENCRYPTION_SECRET must be 32 bytes/);
  await ring(FULL_HOUR, { JOBS: undefined });
  expect(lines.join('\n')).toMatch(/not_configured.*JOBS must be bound to a queue/);
  const away = () => Promise.reject(new Error('The database is away.'));
  db = { execute: away, batch: away };
  await ring(FULL_HOUR);
  expect(lines.join('\n')).toMatch(/database_not_ready.*The database is away/);
  expect([queued, await scenes(), await endedSessions()]).toEqual([[], [], 1]);
});

test('sends for a turn after a request that wrote a job, and after no other', async () => {
  const cookie = await signIn();
  await deliverDue();
  await ring(FULL_HOUR + MINUTE_MS);
  await deliverDue();
  expect((await scenes()).length).toBeGreaterThan(2);
  expect(await ask('/api/user/projects', cookie)).toBe(200);
  expect(await ask('/api/showcase/projects')).toBe(200);
  expect(await ask(`/api/projects/${project.id}/generate-videos`, '__Host-sid=none', { method: 'POST' })).toBe(401);
  expect(queued).toEqual([]);
  expect(await ask(`/api/projects/${project.id}/generate-videos`, cookie, { method: 'POST' })).toBeLessThan(300);
  expect(queued).toMatchObject([{ delaySeconds: 0 }]);
  expect(gemini.jobs).toHaveLength(0);
  await deliverDue();
  expect(gemini.jobs.length).toBeGreaterThan(0);
});

test('answers with an id that the log has where the cache of public pages fails', async () => {
  vi.stubGlobal('caches', { default: { match: () => Promise.reject(new Error('The cache is away.')) } });
  const { default: worker } = await import('#edge-api/worker.ts');
  const request = new Request('https://reel.example/api/showcase/projects');
  const reply: Response = await Reflect.apply(worker.fetch, worker, [request, environmentOf(), context]);
  const { requestId } = z.object({ requestId: z.string().min(1) }).parse(await reply.json());
  expect([reply.status, reply.headers.get('x-request-id')]).toEqual([500, requestId]);
  expect(lines.find((line) => line.includes('The cache is away.'))).toContain(`"requestId":"${requestId}"`);
});

test('takes a turn that can’t be taken again later and later, and notes one that the queue has given up', async () => {
  const { execute, batch } = api.deps.db;
  const away = () => Promise.reject(new Error('The database is away.'));
  const turn = { dueMs: 0, jobId: 'job 1' };
  expect(await deliver('nonsense')).toBe(2);
  db = { execute: away, batch: away };
  expect([await deliver(turn), await deliver(turn, 'storyreel-jobs', 5)]).toEqual([2, 32]);
  expect(await deliver(turn, 'storyreel-jobs-dead')).toBe(2);
  db = { execute, batch };
  expect(await deliver(turn, 'storyreel-jobs-dead')).toBeNull();
  expect(await deliver(turn, 'storyreel-jobs-dead')).toBeNull();
  expect((await api.db.execute('select id, job_id from dead_turns')).rows).toEqual([
    { id: 'message 1', job_id: 'job 1' },
  ]);
  expect(lines.join('\n')).toMatch(/"level":"error","event":"turn_dead","messageId":"message 1","jobId":"job 1"/);
});
