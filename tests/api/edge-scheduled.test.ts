/** When the edge works on jobs: after requests of those who have some, and every minute by its alarm clock, which tidies up once an hour. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { Db } from '#edge-api/db/client.ts';
import { sha256Hex } from '#edge-api/services/digest.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { idea } from './battery/people.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';

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

beforeEach(async () => {
  gemini = await startFakeGemini();
  const environment = {
    GOOGLE_GEMINI_BASE_URL: gemini.url,
    KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 5).toString('base64'),
  };
  api = await startTestApi({ environment, startMs: Date.now() });
  db = api.deps.db;
  ada = await api.as('Ada');
  await ada.json('/api/user/save-api-key', { method: 'POST', json: { apiKey: FAKE_KEYS.good } });
  project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  await ada.json(`/api/projects/${project.id}/generate-scenes`, { method: 'POST' });
  await api.db.execute({
    sql: `insert into sessions (token_hash, user_id, created_at_ms, expires_at_ms) values ('ended', ?, 0, 1)`,
    args: [ada.id],
  });
  [lines.length, work.length] = [0, 0];
  vi.resetModules();
  vi.doMock('#edge-api/db/open-remote.ts', () => ({ remoteDatabase: () => db }));
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void lines.push(line));
});
afterEach(async () => {
  vi.doUnmock('#edge-api/db/open-remote.ts');
  vi.restoreAllMocks();
  await api.close();
  await gemini.close();
});

const environmentOf = (changed: Record<string, unknown> = {}) => ({
  DATABASE_URL: 'https://db.example',
  KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 5).toString('base64'),
  PUBLIC_URL: 'https://reel.example',
  GOOGLE_GEMINI_BASE_URL: gemini.url,
  MEDIA: { delete: async () => undefined, list: async () => ({ objects: [], truncated: false }) },
  ...changed,
});
const context = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) };

/** Lets the clock ring, and waits for all that the worker does then. */
async function ring(scheduledTime: number, changed: Record<string, unknown> = {}): Promise<void> {
  const { default: worker } = await import('#edge-api/worker.ts');
  await Reflect.apply(worker.scheduled, worker, [{ scheduledTime }, environmentOf(changed), context]);
  await Promise.all(work);
}

/** Sends the worker a request, and waits for all that it does after its reply. @returns the status */
async function ask(path: string, cookie = ''): Promise<number> {
  const { default: worker } = await import('#edge-api/worker.ts');
  const request = new Request(`https://reel.example${path}`, { headers: { Cookie: cookie } });
  const reply = await Reflect.apply(worker.fetch, worker, [request, environmentOf(), context]);
  await Promise.all(work);
  return reply.status;
}

const scenes = () => ada.json<Scene[]>(`/api/projects/${project.id}/scenes`);
const endedSessions = async () =>
  (await api.db.execute(`select 1 from sessions where token_hash = 'ended'`)).rows.length;

test('works on what is due, and leaves tidying up to the full hour', async () => {
  await ring(FULL_HOUR + 7 * MINUTE_MS);
  expect((await scenes()).length).toBeGreaterThan(2);
  expect(await endedSessions()).toBe(1);
  await ring(FULL_HOUR + 60 * MINUTE_MS);
  expect(await endedSessions()).toBe(0);
});

test('works on what is due although tidying up fails, and the platform is told', async () => {
  const { execute, batch } = api.deps.db;
  db = {
    execute,
    batch: (statements, mode) =>
      JSON.stringify(statements).includes('delete from sessions')
        ? Promise.reject(new Error('The disk is full.'))
        : batch(statements, mode),
  };
  await expect(ring(FULL_HOUR)).rejects.toThrow('The disk is full.');
  expect((await scenes()).length).toBeGreaterThan(2);
});

test('says in the log what is not set up or not reachable, and waits for the next minute', async () => {
  await ring(FULL_HOUR, { KEY_ENCRYPTION_SECRET: 'short' });
  expect(lines.join('\n')).toMatch(/not_configured.*KEY_ENCRYPTION_SECRET must be 32 bytes/);
  const away = () => Promise.reject(new Error('The database is away.'));
  db = { execute: away, batch: away };
  await ring(FULL_HOUR);
  expect(lines.join('\n')).toMatch(/database_not_ready.*The database is away/);
  expect([await scenes(), await endedSessions()]).toEqual([[], 1]);
});

test('works on jobs after a request of somebody who has some, and looks at none after anybody else’s', async () => {
  const looked: string[] = [];
  const { execute, batch } = api.deps.db;
  const note = (statement: unknown): void => {
    const text = JSON.stringify(statement);
    if (text.includes('jobs')) looked.push(text);
  };
  db = {
    execute: (statement) => (note(statement), execute(statement)),
    batch: (statements, mode) => (statements.forEach(note), batch(statements, mode)),
  };
  await api.as('Bob');
  const signIn = async (email: string): Promise<string> => {
    const token = `token of ${email}`.replaceAll(/\W/g, '-');
    await api.db.execute({
      sql: `insert into sessions (token_hash, user_id, created_at_ms, expires_at_ms) select ?, id, 0, ? from users where email = ?`,
      args: [await sha256Hex(token), Date.now() + 60 * MINUTE_MS, email],
    });
    return `__Host-sid=${token}`;
  };
  const [ofAda, ofBob] = [await signIn('ada@example.test'), await signIn('bob@example.test')];
  expect(await ask('/api/showcase/projects')).toBe(200);
  expect(await ask('/api/user/projects', '__Host-sid=none')).toBe(401);
  expect(looked).toEqual([]);
  expect(await ask('/api/user/projects', ofBob)).toBe(200);
  expect(looked).toEqual([expect.stringMatching(/select 1 from jobs/)]);
  expect(await scenes()).toEqual([]);
  expect(await ask('/api/user/projects', ofAda)).toBe(200);
  expect((await scenes()).length).toBeGreaterThan(2);
});
