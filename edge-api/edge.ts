/** The API put together from a Worker's bindings: a libSQL server, R2, a queue, and static assets. */
import { createApp } from './app.ts';
import { bringForwardOnce } from './bring-forward.ts';
import { ConfigError, readConfig } from './config.ts';
import { LONG_ANSWER_MS, remoteDatabase } from './db/open-remote.ts';
import type { Deps } from './deps.ts';
import type { JobDeps } from './jobs/job-deps.ts';
import { queuedTurns, type QueuedTurns } from './jobs/queued-turns.ts';
import { createMeters } from './meters.ts';
import { callService, checkService, sendToQueue, type ExportQueue } from './providers/export-calls.ts';
import { noFrames } from './providers/frame-taker/port.ts';
import { digestStreamHash, r2Store, type Bucket } from './providers/media-store/r2.ts';
import type { WriterCheck } from './providers/movie-writer/port.ts';
import { sampleFromAssets } from './providers/sample-clips/from-assets.ts';
import { signInProviders } from './providers/sign-in/providers.ts';
import { atOnceOf } from './services/at-once.ts';
import type { CachedCheck } from './services/export-check.ts';
import { holdingStore } from './services/held-store.ts';
import { readApiKey } from './services/key-vault.ts';
import { meterTotals } from './services/meter-totals.ts';
import { noTurns } from './services/person-turns.ts';
import { quotasOf } from './services/quotas.ts';
import { databaseBuckets, memoryBuckets, rateLimitsOf } from './services/rate-limit.ts';
import { countClaimableExports, hasExportWorker } from './repos/export-jobs.ts';
import { modelsForKey } from './models-for-key.ts';
import { exportWords } from './services/words.ts';
import { configWords } from './operator-words.ts';

/** The worker's bindings. Everything else in its environment is configuration. */
export type WorkerEnvironment = {
  ASSETS: { fetch(request: Request): Promise<Response> };
  MEDIA?: Bucket;
  JOBS?: Queue;
  /** Export services pull from it. */
  EXPORTS?: ExportQueue;
};

/** What is used of a queue's binding. */
type Queue = {
  sendBatch(messages: { body: unknown; contentType: 'json'; delaySeconds: number }[]): Promise<unknown>;
};

type DigestStream = ReturnType<Parameters<typeof digestStreamHash>[0]>;

/** A worker's own, which hashes a stream as it passes; Node has none. */
declare const crypto: typeof globalThis.crypto & { DigestStream: new (algorithm: 'SHA-256') => DigestStream };

/** What an isolate keeps between requests. It holds no connection and no work: both belong to one request. */
export type Edge = {
  fetch(request: Request): Response | Promise<Response>;
  deps: JobDeps;
  turns: QueuedTurns;
  /** Whose jobs were written since this was last asked. */
  takeWoken(): string[];
  /** Whether an export was asked for, or given back, since this was last asked. */
  areExportsWoken(): boolean;
  /** Tells export services that so many exports wait. */
  callExportServices(count: number): Promise<void>;
  /** Adds what this isolate has counted to the totals of all, where it is time to. */
  addMeters(): Promise<void>;
  /** Tells them of what nobody came for. @returns how many */
  sweepExports(): Promise<number>;
  /** Resolves when the database has this release's form. */
  bringForward(): Promise<void>;
};

/** Of the ten thousand that a Worker may make in one invocation, what the hourly tidying may; sweeps need a few hundred. */
export const EDGE_TIDY_CALLS = 8_000;

/** Messages that a sweep sends; services that have room take what is left without them. */
const SWEPT_AT_ONCE = 20;

/**
 * Builds it, without asking the database or the network for anything.
 * @param adapt lets a test lay something between the API and its host
 * @throws ConfigError with one sentence for whoever deployed it
 */
export function createEdge(
  env: WorkerEnvironment,
  { log, now }: Pick<Deps, 'log' | 'now'>,
  adapt: (deps: Deps) => Deps = (deps) => deps,
): Edge {
  const config = readConfig(env, 'edge');
  if (config.database === null || config.keySecret === null) throw new ConfigError(configWords.databaseAndSecret);
  if (env.MEDIA === undefined) throw new ConfigError(configWords.mediaBucket);
  const queue = env.JOBS;
  if (queue === undefined) throw new ConfigError(configWords.jobsQueue);
  const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));
  const db = remoteDatabase(config.database);
  const woken = new Set<string>();
  let areExportsWoken = false;
  const service =
    config.exportServiceUrl === null || config.exportServiceToken === null
      ? null
      : { url: config.exportServiceUrl, token: config.exportServiceToken };
  const meters = createMeters();
  const totals = meterTotals({ db, meters, now });
  const deps = adapt({
    config,
    db,
    mediaStore: holdingStore(
      r2Store({
        bucket: env.MEDIA,
        startHash: () => digestStreamHash(() => new crypto.DigestStream('SHA-256')),
        randomBytes,
      }),
      { db, now },
    ),
    disk: null,
    frameTaker: noFrames,
    sampleClips: sampleFromAssets(env.ASSETS, config.publicUrl),
    ...modelsForKey(config, null, { meters, now }),
    signIn: signInProviders(config, now),
    keySecrets: { current: config.keySecret, previous: config.previousKeySecret },
    rateLimits: rateLimitsOf(config),
    quotas: quotasOf(config),
    atOncePerPerson: atOnceOf(config),
    callsUnderWay: new Map(),
    personTurns: noTurns,
    rateBuckets: databaseBuckets(db),
    // Each isolate counts for itself: asking the database would cost more than most of the calls.
    visitBuckets: memoryBuckets(),
    fetchPicture: (url, init) => fetch(url, init),
    checkWriter: service === null ? null : rememberedCheck(() => checkService(service), { log, now }),
    noExports: config.exportServiceToken === null ? exportWords.edge : null,
    noWorker: exportWords.noService,
    needsFfmpeg: null,
    wakeExports: () => (areExportsWoken = true),
    // The queue has them worked on.
    areJobsRunning: () => true,
    // Sent for when a request has been answered: whichever comes first, as the job is in its row.
    wakeJobs: (userId) => woken.add(userId),
    now,
    randomBytes,
    log,
    meters,
    meterLines: totals.lines,
  });
  const app = createApp(deps);
  const jobDeps = {
    ...deps,
    readApiKey: (userId: string) => readApiKey(deps, userId),
    pollMs: config.generationPollMs,
  };
  const callExportServices = async (count: number): Promise<void> => {
    if (service !== null) await callService(service);
    else if (env.EXPORTS !== undefined) await sendToQueue(env.EXPORTS, count);
  };
  return {
    areExportsWoken: () => {
      const were = areExportsWoken;
      areExportsWoken = false;
      return were;
    },
    callExportServices,
    // Without a token nobody can ask for them.
    addMeters: config.metricsToken === null ? async () => undefined : totals.addWhenDue,
    sweepExports: async () => {
      if (config.exportServiceToken === null) return 0;
      const count = Math.min(await countClaimableExports(db, now()), SWEPT_AT_ONCE);
      // Where nobody pulls, messages would pile up.
      if (count > 0 && (service !== null || (await hasExportWorker(db, now())))) await callExportServices(count);
      return count;
    },
    fetch: (request) => app.fetch(request, { remoteAddress: request.headers.get('cf-connecting-ip') }),
    bringForward: bringForwardOnce(remoteDatabase(config.database, LONG_ANSWER_MS), now),
    deps: jobDeps,
    turns: queuedTurns(jobDeps, {
      send: async (turns) => {
        const messages = turns.map(
          ({ turn, delaySeconds }) => ({ body: turn, contentType: 'json', delaySeconds }) as const,
        );
        await queue.sendBatch(messages);
      },
    }),
    takeWoken: () => {
      const people = [...woken];
      woken.clear();
      return people;
    },
  };
}

/** As specified for `/api/check-ffmpeg`. */
const CHECK_KEPT_MS = 60_000;

/** Who starts the service doesn't wait a minute until people may use it. */
const REFUSAL_KEPT_MS = 10_000;

/** A check whose answer is kept for a while. Requests share none that is under way: on workers, each has its own connections. */
function rememberedCheck(check: () => Promise<WriterCheck>, { log, now }: Pick<Deps, 'log' | 'now'>): CachedCheck {
  let last: { atMs: number; answer: WriterCheck } | null = null;
  return async () => {
    const keptMs = last?.answer.available === true ? CHECK_KEPT_MS : REFUSAL_KEPT_MS;
    if (last !== null && Math.abs(now() - last.atMs) < keptMs) return last.answer;
    const answer = await check().catch((error: unknown): WriterCheck => {
      log.warn('export_service_away', { error });
      return { available: false, version: null, error: exportWords.serviceAway };
    });
    last = { atMs: now(), answer };
    return answer;
  };
}
