/** What the tests of generation stand on, with every step of a job in workerd: taken by the consumer of its queue. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { afterAll } from 'vitest';
import { readConfig } from '#edge-api/config.ts';
import type { OpenDb } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import type { JobDeps } from '#edge-api/jobs/job-deps.ts';
import { turnSchema, type Turn } from '#edge-api/jobs/queued-turns.ts';
import type { Bucket } from '#edge-api/providers/media-store/r2.ts';
import { holdingStore } from '#edge-api/services/held-store.ts';
import { forgetKey, keepKey } from '#edge-api/services/key-vault.ts';
import { freePort } from '#scripts/free-port.mjs';
import { startLocalEdge, type LocalEdge } from '#scripts/edge/local-edge.mjs';
import { edgeMediaStore } from './edge-harness.ts';
import {
  SECRET,
  type StudioHost,
  type StudioOptions,
  type StudioRunner,
  type UnsteadyQueue,
} from './generation-harness.ts';

const QUEUE = 'storyreel-jobs';
const MINUTE_MS = 60_000;
/** How often what was sent meanwhile is asked for while a step goes on. */
const LOOK_MS = 20;
/** How much later than it should a message comes. */
const LATEST_MS = 3 * MINUTE_MS;
/** Within so long of its delivery an isolate is thrown away, and its message is sent again so much later. */
const [THROWN_WITHIN_MS, AGAIN_AFTER_MS] = [120, 2_000];

type Letter = { turn: Turn; attempts: number; atMs: number };
type Stage = { edge: LocalEdge; db: OpenDb; bucket: Bucket; kept: readonly string[]; close(): Promise<void> };

/** One for each provider of a file of tests: it is emptied for each test, as starting takes seconds. */
const stages = new Map<string, Promise<Stage>>();
afterAll(async () => {
  for (const stage of stages.values()) await (await stage).close();
  stages.clear();
});

/** Nobody's rows and files, in a Worker that may have run before. */
export async function edgeStudioHost(options: StudioOptions, logged: string[], now: () => number): Promise<StudioHost> {
  const others = Object.keys(options).filter((name) => !['apiKey', 'baseUrl', 'unsteadyQueue'].includes(name));
  if (others.length > 0) throw new Error(`A Worker can't be handed ${others.join(', ')}.`);
  const baseUrl = options.baseUrl ?? '';
  const opening = stages.get(baseUrl) ?? openStage(baseUrl);
  stages.set(baseUrl, opening);
  const stage = await opening;
  await empty(stage);
  listeners.set(stage.edge.url, (text) => logged.push(...text.split('\n').filter((line) => line !== '')));
  const letters: Letter[] = [];
  return {
    db: stage.db,
    stepsDb: stage.db,
    folder: '',
    mediaStore: holdingStore(edgeMediaStore(stage.bucket), { db: stage.db, now }),
    newRunner: (deps, userId) => queueRunner(stage, { letters, deps, userId, unsteady: options.unsteadyQueue ?? null }),
    countFiles: async () => (await filesIn(stage.bucket)).length,
    close: async () => void listeners.delete(stage.edge.url),
  };
}

const listeners = new Map<string, (text: string) => void>();

async function openStage(baseUrl: string): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-edge-studio-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const edge = await startLocalEdge({
    folder,
    port,
    entry: 'tests/workerd/turns-worker.ts',
    environment: {
      GOOGLE_GEMINI_BASE_URL: baseUrl,
      GENERATION_POLL_MS: '5000',
      KEY_ENCRYPTION_SECRET: Buffer.from(SECRET).toString('base64'),
    },
    onLog: (text) => listeners.get(url)?.(text),
  });
  const db: OpenDb = { ...remoteDatabase({ url: edge.databaseUrl, authToken: null }), close: () => undefined };
  const kept: string[] = [];
  for (const name of await tablesOf(db))
    if ((await db.execute(`select 1 from ${name} limit 1`)).rows.length > 0) kept.push(name);
  const close = async (): Promise<void> => {
    await edge.close();
    await rm(folder, { recursive: true });
  };
  return { edge, db, bucket: bucketOf(edge), kept, close };
}

/** Asked for anew with each call: one of before a restart is good for nothing. */
function bucketOf({ miniflare }: LocalEdge): Bucket {
  const now = (): Promise<Bucket> => miniflare.getR2Bucket('MEDIA');
  return {
    head: async (key) => (await now()).head(key),
    get: async (key, options) => (await now()).get(key, options),
    put: async (key, value) => (await now()).put(key, value),
    delete: async (key) => (await now()).delete(key),
    list: async (options) => (await now()).list(options),
    createMultipartUpload: async (key) => (await now()).createMultipartUpload(key),
  };
}

/** The last made first: it may name rows of those before it. */
async function tablesOf(db: OpenDb): Promise<string[]> {
  const found = await db.execute(
    `select name from sqlite_schema where type = 'table' and name not like 'sqlite%' order by rowid desc`,
  );
  return parseRows(z.object({ name: z.string() }), found).map(({ name }) => name);
}

/** Leaves what the migrations wrote. */
async function empty({ edge, db, bucket, kept }: Stage): Promise<void> {
  await clockOf(edge, 0);
  const tables = (await tablesOf(db)).filter((name) => !kept.includes(name));
  // What goes leaves rows behind of files that are to be removed.
  for (const names of [['users'], tables, tables])
    await db.batch(
      names.map((name) => `delete from ${name}`),
      'write',
    );
  for (const key of await filesIn(bucket)) await bucket.delete(key);
}

async function filesIn(bucket: Bucket): Promise<string[]> {
  const { objects } = await bucket.list({ startAfter: '', limit: 1_000 });
  return objects.map(({ key }) => key);
}

/** Sets the Worker's clock. @returns what it has sent to its queue */
async function clockOf({ miniflare, url }: LocalEdge, nowMs: number): Promise<Turn[]> {
  const reply = await miniflare.dispatchFetch(`${url}/clock?now=${nowMs}`, {});
  return z.array(turnSchema).parse(await reply.json());
}

type Queued = { letters: Letter[]; deps: JobDeps; userId: string; unsteady: UnsteadyQueue | null };

/** Delivers each message when it is due, on the test's clock, as far as the queue is steady. */
function queueRunner({ edge, db }: Stage, { letters, deps, userId, unsteady }: Queued): StudioRunner {
  const config = readConfig({}, 'embedded');
  let known: string | null = null;
  const bringKey = async (): Promise<void> => {
    const apiKey = await deps.readApiKey(userId);
    if (apiKey === known) return;
    await (apiKey === null ? forgetKey(deps, userId) : keepKey({ ...deps, config }, userId, apiKey));
    known = apiKey;
  };
  const happens = (what: keyof UnsteadyQueue['seen']): boolean => {
    if (unsteady === null || unsteady.random() >= unsteady[what]) return false;
    unsteady.seen[what]++;
    return true;
  };
  const post = (turn: Turn, attempts = 1): void => {
    for (let copies = happens('twice') ? 2 : 1; copies > 0; copies--) {
      if (happens('lost')) continue;
      const lateMs = happens('late') ? Math.floor((unsteady?.random() ?? 0) * LATEST_MS) : 0;
      letters.push({ turn, attempts, atMs: turn.dueMs + lateMs });
    }
  };
  const wake = (): void => post({ dueMs: deps.now(), jobId: null, of: { userId, quotaMark: null } });
  const takeDue = (): Letter[] => {
    const due = letters.filter(({ atMs }) => atMs <= deps.now());
    for (const letter of due) letters.splice(letters.indexOf(letter), 1);
    return due;
  };
  const deliver = async ({ turn, attempts }: Letter): Promise<void> => {
    const worker = await edge.miniflare.getWorker();
    const message = { id: crypto.randomUUID(), timestamp: new Date(), attempts, body: turn };
    const { outcome, retryMessages } = await worker.queue(QUEUE, [message]);
    if (outcome !== 'ok') throw new Error(`The consumer ended with ${outcome}.`);
    for (const { delaySeconds = 0 } of retryMessages)
      post({ ...turn, dueMs: deps.now() + delaySeconds * 1000 }, attempts + 1);
  };
  let restart: Promise<void> | null = null;
  let restarts = 0;
  /** A delivery whose isolate may go meanwhile: then the queue hears nothing, and delivers again. */
  const deliverUnsteadily = async (letter: Letter): Promise<void> => {
    const before = restarts;
    const end = deliver(letter).then(
      () => true,
      (error: unknown) => {
        if (restarts === before) throw error;
        return false;
      },
    );
    if (restart === null && happens('thrownAway')) {
      restarts++;
      restart = pause((unsteady?.random() ?? 0) * THROWN_WITHIN_MS).then(() => edge.restart());
      await restart;
      restart = null;
    }
    if (!(await end)) post({ ...letter.turn, dueMs: deps.now() + AGAIN_AFTER_MS }, letter.attempts + 1);
  };
  const inFlight = new Set<Promise<void>>();
  return {
    wake,
    runUntilIdle: async () => {
      await bringKey();
      // As after a request.
      wake();
      for (;;) {
        await restart;
        for (const turn of await clockOf(edge, deps.now())) post(turn);
        for (const letter of takeDue()) {
          const delivery = deliverUnsteadily(letter).finally(() => inFlight.delete(delivery));
          inFlight.add(delivery);
        }
        if (inFlight.size === 0) break;
        await Promise.race([...inFlight, pause(LOOK_MS)]);
      }
      const isLeft = (await db.execute('select 1 from jobs where work is not null limit 1')).rows.length > 0;
      if (!isLeft) letters.length = 0;
      if (!isLeft) return null;
      // Where no message is on its way, the alarm sends for what is left.
      return letters.length === 0 ? deps.now() + MINUTE_MS : Math.min(...letters.map(({ atMs }) => atMs));
    },
    start: () => {
      throw new Error('On the edge nothing runs by itself.');
    },
    stop: async () => void (await Promise.all(inFlight)),
  };
}
