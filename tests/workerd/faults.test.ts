/** What fails around the Worker: its database after a clip was paid for, its queue for good, and callers who leave while others wait. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { uuidv7 } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { idea } from '#tests/api/battery/people.ts';
import type { TestUser } from '#tests/api/harness.ts';
import { startBetween, type DatabaseBetween } from '#tests/helpers/database-between.ts';
import { FAKE_KEYS } from '#tests/helpers/fake-gemini/credentials.ts';
import { startFakeGemini, type FakeGemini } from '#tests/helpers/fake-gemini/start-fake-gemini.ts';
import { openEdgeStage, type EdgeStage } from './edge-stage.ts';

const TOKEN = 'token-of-the-operators';
const QUEUE = 'storyreel-jobs';
/** What fell due more lately has its message on the way, and is not swept. */
const SWEPT_AFTER_MS = 11_000;

let gemini: FakeGemini;
let between: DatabaseBetween;
let stage: EdgeStage;
let ada: TestUser;
/** Runs when the model has accepted a clip, before it answers. */
let onAccepted: () => void = () => undefined;

beforeAll(async () => {
  gemini = await startFakeGemini({
    slowPolls: 1,
    delayMs: (operation) => {
      if (operation === 'interactions.create') onAccepted();
      return 0;
    },
  });
  stage = await openEdgeStage(
    {
      GOOGLE_GEMINI_BASE_URL: gemini.url,
      GENERATION_POLL_MS: '1000',
      METRICS_TOKEN: TOKEN,
      OPERATOR_EMAILS: 'ada@example.test',
    },
    {
      adapt: async (worker) => {
        between = await startBetween(worker.bindings['DATABASE_URL'] ?? '');
        const jobs = worker.queueConsumers[QUEUE];
        // In production its eight retries take a quarter of an hour.
        return {
          ...worker,
          bindings: { ...worker.bindings, DATABASE_URL: between.url },
          queueConsumers: { ...worker.queueConsumers, [QUEUE]: { ...jobs, maxRetries: 1 } },
        };
      },
    },
  );
  ada = await stage.as('Ada');
  await ada.json('/api/user/save-api-key', { method: 'POST', json: { apiKey: FAKE_KEYS.good } });
});
afterAll(async () => {
  await stage.close();
  await between.close();
  await gemini.close();
});
afterEach(async () => {
  between.setAway(false);
  onAccepted = () => undefined;
  for (const name of ['claim', 'name']) await stage.db.execute(`drop trigger if exists refuse_${name}`);
});

/** Asks for one clip. */
async function askForClip(): Promise<{ clip(): Promise<Scene | undefined>; job(): Promise<Record<string, unknown>> }> {
  const project = await ada.json<Project>('/api/projects', { method: 'POST', json: idea('The Lighthouse') });
  const row = { title: 'One', description: 'A quiet harbor.', duration: 4 };
  await ada.json(`/api/projects/${project.id}/scenes`, { method: 'POST', json: row });
  await ada.json(`/api/projects/${project.id}/generate-videos`, { method: 'POST' });
  return {
    clip: async () => (await ada.json<Scene[]>(`/api/projects/${project.id}/scenes`))[0],
    job: async () =>
      (await stage.db.execute({ sql: 'select * from jobs where project_id = ?', args: [project.id] })).rows[0] ?? {},
  };
}

const deadTurns = async () =>
  (await stage.db.execute('select job_id from dead_turns')).rows.map(({ job_id: id }) => id);
const settled = async (jobId: unknown) =>
  (await stage.db.execute(`select entry from ledger where job_id = '${String(jobId)}' order by entry`)).rows.map(
    ({ entry }) => entry,
  );

/** Lets the alarm ring as if the job had been due for a while. */
async function ringFor({ id }: Record<string, unknown>): Promise<void> {
  await stage.db.execute(`update jobs set next_at_ms = next_at_ms - ${SWEPT_AFTER_MS} where id = '${String(id)}'`);
  await stage.edge.ring(Date.UTC(2026, 10, 21, 12, 7));
}

test('the name of a paid clip outlives a database that goes away before it is written down', async () => {
  onAccepted = () => between.setAway(true);
  const paid = gemini.jobs.length;
  const { clip, job } = await askForClip();
  await expect.poll(() => stage.log()).toContain('"event":"waiting_for_database"');
  expect(gemini.jobs).toHaveLength(paid + 1);
  onAccepted = () => undefined;
  between.setAway(false);
  await expect.poll(async () => (await clip())?.status).toBe('complete');
  expect(gemini.jobs).toHaveLength(paid + 1);
  expect(await settled((await job())['id'])).toEqual(['reserve', 'settle']);
});

test('one that the database refuses is carried by the queue until it is a dead letter, is still written down, and comes', async () => {
  await stage.db.execute(`create trigger refuse_name before update of upstream_id on jobs
    when old.upstream_id is null and new.upstream_id is not null begin select raise(abort, 'No names today.'); end`);
  const paid = gemini.jobs.length;
  const { clip, job } = await askForClip();
  await expect.poll(() => stage.log(), { timeout: 40_000 }).toContain(`"event":"turn_failed","queue":"${QUEUE}-dead"`);
  const unnamed = await job();
  expect(unnamed).toMatchObject({ state: 'submitting', upstream_id: null });
  await stage.db.execute('drop trigger refuse_name');
  await expect.poll(deadTurns).toContain(unnamed['id']);
  expect(await job()).toMatchObject({ state: 'running', upstream_id: expect.any(String) });
  await ringFor(unnamed);
  await expect.poll(async () => (await clip())?.status).toBe('complete');
  expect(gemini.jobs).toHaveLength(paid + 1);
  expect(await settled(unnamed['id'])).toEqual(['reserve', 'settle']);
});

test('a turn that keeps failing is a dead letter that operators see, its job waits unpaid, and the alarm goes on with it', async () => {
  await stage.db.execute(`create trigger refuse_claim before update of lease_by on jobs
    when new.lease_by is not null begin select raise(abort, 'Nobody works today.'); end`);
  const [paid, before] = [gemini.jobs.length, (await deadTurns()).length];
  const { clip, job } = await askForClip();
  await expect.poll(async () => (await deadTurns()).length, { timeout: 40_000 }).toBe(before + 1);
  expect(stage.log()).toContain('"level":"error","event":"turn_dead"');
  expect([(await clip())?.status, gemini.jobs.length]).toEqual(['generating', paid]);
  expect(await settled((await job())['id'])).toEqual([]);
  const metrics = await (await stage.fetch('/api/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
  expect(metrics).toContain(`storyreel_dead_turns ${before + 1}\n`);
  expect(await ada.json('/api/health')).toMatchObject({
    operator: { queue: { deadTurns: before + 1, generations: 1 } },
  });
  await stage.db.execute('drop trigger refuse_claim');
  await ringFor(await job());
  await expect.poll(async () => (await clip())?.status).toBe('complete');
  expect(gemini.jobs).toHaveLength(paid + 1);
});

/** Without a session, and not from the cache of public pages. */
const read = (path: string, signal?: AbortSignal) =>
  stage.fetch(path, { headers: { Authorization: 'none' }, ...(signal && { signal }) });
const PAGE_IS_READ = 'order by projects.created_at_ms desc, projects.id desc limit';

test('whoever waits for a page of the showcase that another builds gets it, also where the other leaves', async () => {
  const page = `/api/showcase/projects?after=${uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10)))}`;
  const leaving = new AbortController();
  const from = between.answered();
  const hold = between.hold(PAGE_IS_READ);
  const left = read(page, leaving.signal).catch((error: unknown) => error);
  await expect.poll(hold.held).toBe(1);
  const callsOfOne = between.answered() - from;
  const waiting = [read(page), read(page)];
  // They have come as far as the first, and none of them reads the page itself.
  await expect.poll(between.answered).toBe(from + 3 * callsOfOne);
  expect(hold.held()).toBe(1);
  leaving.abort();
  expect(await left).toBeInstanceOf(DOMException);
  // Of what a caller began who left, workerd lets nothing go on: after five seconds one of them reads it, for both.
  await expect.poll(hold.held).toBe(2);
  hold.release();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
});

test('whoever comes to a fresh isolate gets an answer, also where the one leaves whose request looks at the database first', async () => {
  await stage.edge.restart();
  const leaving = new AbortController();
  const hold = between.hold('max(version)');
  const left = read('/api/showcase/projects', leaving.signal).catch((error: unknown) => error);
  await expect.poll(hold.held).toBe(1);
  const waiting = read('/api/showcase/projects');
  leaving.abort();
  expect(await left).toBeInstanceOf(DOMException);
  // It outlives its request: another look at the database would be held.
  hold.pass();
  expect((await waiting).status).toBe(200);
  expect(hold.held()).toBe(0);
  hold.release();
});

test('nothing else was unforeseen', () => {
  const lines = stage.log().split('\n');
  expect(lines.filter((line) => /request_failed|job_step_failed|Uncaught|hang/.test(line)).slice(0, 3)).toEqual([]);
});
