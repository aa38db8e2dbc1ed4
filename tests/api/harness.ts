/** A whole API in this process: a real database file, the real app, and a clock that the test moves. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#edge-api/app.ts';
import { readConfig, type Config, type Environment } from '#edge-api/config.ts';
import type { OpenDb } from '#edge-api/db/client.ts';
import type { Deps } from '#edge-api/deps.ts';
import { createJobRunner, type JobRunner } from '#edge-api/jobs/runner.ts';
import { createLog } from '#edge-api/log.ts';
import { createMeters } from '#edge-api/meters.ts';
import { errorBodySchema } from '#shared/api/error.ts';
import { noFrames } from '#edge-api/providers/frame-taker/port.ts';
import { noMovieWriter } from '#edge-api/providers/movie-writer/port.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import { signInProviders } from '#edge-api/providers/sign-in/providers.ts';
import { sampleFromMasters } from '#edge-api/providers/sample-clips/from-masters.ts';
import { mastersOnDisk } from '#edge-api/providers/video-model/demo/masters-on-disk.ts';
import { exportWords } from '#edge-api/services/words.ts';
import { holdingStore } from '#edge-api/services/held-store.ts';
import { atOnceOf } from '#edge-api/services/at-once.ts';
import { cachedCheck } from '#edge-api/services/export-check.ts';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import { personTurns } from '#edge-api/services/person-turns.ts';
import { quotasOf } from '#edge-api/services/quotas.ts';
import { memoryBuckets, type RateLimits } from '#edge-api/services/rate-limit.ts';
import { modelsForKey } from '#edge-api/models-for-key.ts';
import { DEMO_STUDIO_KEY } from '#shared/entities/user.ts';
import { openMigratedDatabase } from '#tests/helpers/migrated-database.ts';
import { testDeps } from '#tests/workerd/test-deps.ts';
import { recordStatements, requireIndexes } from '#tests/helpers/query-plans.ts';

export const ORIGIN = 'http://127.0.0.1:8787';

export type TestClock = { now(): number; advance(ms: number): void };

export type TestApi = {
  deps: Deps;
  config: Config;
  db: OpenDb;
  clock: TestClock;
  /** Where the database and the media are. */
  folder: string;
  /** Every line that was logged. */
  logLines: string[];
  /** A request as it is, from nobody. A path is taken at the API's own address. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Signs somebody in and answers their requests' sender. */
  as(name: string): Promise<TestUser>;
  /** Ends it, and throws when the API asked the database for something that no index answers. */
  close(): Promise<void>;
};

/** What planting people and sending for them takes, of any server whose data folder is at hand. */
export type PlantingApi = Pick<TestApi, 'db' | 'folder' | 'fetch' | 'as'> & {
  config: Pick<Config, 'publicUrl'>;
  deps: Pick<Deps, 'db' | 'mediaStore' | 'now' | 'randomBytes'>;
};

export type TestUser = {
  id: string;
  cookie: string;
  /** A request from this person's own browser: with their cookie and from our origin. A `json` body is sent as JSON. */
  fetch(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>;
  /** The same, and its JSON; throws when the reply is not OK. */
  json<Reply = Record<string, unknown>>(path: string, init?: RequestInit & { json?: unknown }): Promise<Reply>;
};

export type TestApiOptions = {
  environment?: Environment;
  /** Anything of the dependencies that the test wants to be otherwise. */
  deps?: Partial<Deps>;
  /** Nothing is limited but what is named here. */
  rateLimits?: Partial<RateLimits>;
  startMs?: number;
};

/** A host that could write movies, though nobody does. */
export const canExport: Pick<Deps, 'checkWriter'> = {
  checkWriter: async () => ({ available: true, version: 'none', error: null }),
};

/** Starts an API on a folder of its own, in this process or (TEST_API_HOST=edge) in workerd. The caller closes it. */
export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  if (process.env['TEST_API_HOST'] === 'edge') return (await import('./edge-harness.ts')).startEdgeApi(options);
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-api-'));
  const config = readConfig({ DATA_DIR: folder, ...options.environment }, 'embedded');
  let nowMs = options.startMs ?? Date.UTC(2026, 10, 21, 12);
  const clock: TestClock = { now: () => nowMs, advance: (ms) => void (nowMs += ms) };
  const db = await openMigratedDatabase(join(folder, 'storyreel.db'));
  const recorded = recordStatements(db);
  const logLines: string[] = [];
  const demo = { readMaster: mastersOnDisk(join(import.meta.dirname, '../../edge-api/demo-masters')), now: clock.now };
  const meters = createMeters();
  const deps: Deps = {
    config,
    db: recorded.db,
    mediaStore: holdingStore(await openDiskStore(join(folder, 'media'), clock.now), {
      db: recorded.db,
      now: clock.now,
    }),
    disk: null,
    frameTaker: noFrames,
    sampleClips: sampleFromMasters(demo.readMaster),
    ...modelsForKey(config, config.demoStudio ? demo : null, { meters, now: clock.now }),
    signIn: signInProviders(config, clock.now),
    keySecrets: { current: config.keySecret ?? new Uint8Array(32).fill(7), previous: config.previousKeySecret },
    rateLimits: { ...testDeps.rateLimits, ...options.rateLimits },
    quotas: quotasOf(config),
    atOncePerPerson: atOnceOf(config),
    callsUnderWay: new Map(),
    personTurns: personTurns(config.requestsAtOnce),
    rateBuckets: memoryBuckets(),
    visitBuckets: memoryBuckets(),
    wakeJobs: () => {},
    areJobsRunning: () => true,
    now: clock.now,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    meters,
    meterLines: async () => meters.lines(),
    log: createLog((line) => void logLines.push(line), clock.now),
    fetchPicture: (url, init) => fetch(url, init),
    checkWriter: cachedCheck(noMovieWriter('ffmpeg isn’t installed.'), clock.now),
    noExports: null,
    noWorker: exportWords.noWorker,
    needsFfmpeg: async () => true,
    wakeExports: () => {},
    ...options.deps,
  };
  const app = createApp(deps);
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    app.fetch(new Request(new URL(path, config.publicUrl), init));
  return {
    deps,
    config,
    db,
    clock,
    folder,
    logLines,
    fetch: send,
    as: (name) => signIn(send, config.publicUrl, name),
    close: async () => {
      try {
        await requireIndexes(db, recorded.statements);
      } finally {
        db.close();
        await rm(folder, { recursive: true });
      }
    },
  };
}

/** Saves a person's key. */
export function saveKey(user: TestUser, apiKey: string = DEMO_STUDIO_KEY): Promise<unknown> {
  return user.json('/api/user/save-api-key', { method: 'POST', json: { apiKey } });
}

/** What works on an API's jobs. The caller stops it. */
export function runnerOf({ deps }: Pick<TestApi, 'deps'>): JobRunner {
  return createJobRunner({ ...deps, readApiKey: (userId) => readApiKey(deps, userId), pollMs: 5_000 });
}

/** Works until nothing is left to do, on a clock that goes from one due job to the next. */
export async function finishJobs({ clock }: Pick<TestApi, 'clock'>, runner: JobRunner): Promise<void> {
  for (let due = await runner.runUntilIdle(); due !== null; due = await runner.runUntilIdle())
    clock.advance(Math.max(1, due - clock.now()));
}

/** Status, code and sentence of a refusal. */
export async function refusal(reply: Response): Promise<[number, string, string]> {
  const { code, message } = errorBodySchema.parse(await reply.json());
  return [reply.status, code, message];
}

/** Names of the files in a server's media store, half-written ones too. */
export async function storedFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** A sender of requests to a server in this process, for `signIn`. */
export const sendTo =
  (server: {
    config: Pick<Config, 'publicUrl'>;
    fetch(request: Request): Response | Promise<Response>;
  }): TestApi['fetch'] =>
  async (path, init) =>
    server.fetch(new Request(new URL(path, server.config.publicUrl), init));

/** The same to one in another process. */
export const sendOver =
  (url: string): TestApi['fetch'] =>
  (path, init) =>
    fetch(new URL(path, url), { redirect: 'manual', ...init });

/** Signs somebody in at a server without sign-in providers. */
export async function signIn(send: TestApi['fetch'], origin: string, name: string): Promise<TestUser> {
  const reply = await send('/api/login', {
    method: 'POST',
    headers: { Origin: origin },
    body: new URLSearchParams({ email: `${name.toLowerCase()}@example.test`, firstName: name, lastName: 'Tester' }),
  });
  const cookie = reply.headers.get('set-cookie')?.split(';')[0];
  if (reply.status !== 303 || cookie === undefined)
    throw new Error(`Sign-in was refused: ${reply.status} ${await reply.text()}`);
  const userFetch: TestUser['fetch'] = (path, { json, ...init } = {}) => {
    const headers = new Headers(init.headers);
    headers.set('Cookie', cookie);
    if (!headers.has('Origin')) headers.set('Origin', origin);
    if (json === undefined) return send(path, { ...init, headers });
    headers.set('Content-Type', 'application/json');
    return send(path, { ...init, headers, body: JSON.stringify(json) });
  };
  const userJson: TestUser['json'] = async (path, init) => {
    const answer = await userFetch(path, init);
    if (!answer.ok) throw new Error(`${init?.method ?? 'GET'} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const profile = await userJson<{ id: string }>('/api/auth/user');
  return { id: profile.id, cookie, fetch: userFetch, json: userJson };
}
