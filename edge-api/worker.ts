/** The API as a Cloudflare Worker: the same app on a libSQL server and R2, with the built web app as static assets. */
import { createApp } from './app.ts';
import { bringForwardOnce } from './bring-forward.ts';
import { ConfigError, readConfig } from './config.ts';
import { remoteDatabase } from './db/open-remote.ts';
import type { Deps } from './deps.ts';
import type { JobDeps } from './jobs/job-deps.ts';
import { createJobRunner } from './jobs/runner.ts';
import { EDGE_PLACES } from './jobs/take-turns.ts';
import { createLog } from './log.ts';
import { withSecurityHeaders } from './middleware/security-headers.ts';
import { noFrames } from './providers/frame-taker/port.ts';
import { digestStreamHash, r2Store, type Bucket } from './providers/media-store/r2.ts';
import { sampleFromAssets } from './providers/sample-clips/from-assets.ts';
import { signInProviders } from './providers/sign-in/providers.ts';
import { hasLiveWork } from './repos/jobs.ts';
import { isListedProject } from './repos/showcase.ts';
import { atOnceOf } from './services/at-once.ts';
import { holdingStore } from './services/held-store.ts';
import { tidyUp } from './services/housekeeping.ts';
import { readApiKey } from './services/key-vault.ts';
import { noTurns } from './services/person-turns.ts';
import { quotasOf } from './services/quotas.ts';
import { databaseBuckets, memoryBuckets, rateLimitsOf } from './services/rate-limit.ts';
import { keepFromSearchEngines } from './search-engines.ts';
import { withShareAddress } from './share-picture.ts';
import { modelsForKey } from './models-for-key.ts';
import { exportWords } from './services/words.ts';
import { version } from './version.ts';
import { configWords, startWords } from './operator-words.ts';

/** The worker's bindings. Everything else in its environment is configuration. */
export type WorkerEnvironment = { ASSETS: { fetch(request: Request): Promise<Response> }; MEDIA?: Bucket };

/** What Cloudflare hands over beside a request: work that may go on after the reply. */
type ExecutionContext = { waitUntil(work: Promise<unknown>): void };

type DigestStream = ReturnType<Parameters<typeof digestStreamHash>[0]>;

/** A worker's own, which hashes a stream as it passes; Node has none. */
declare const crypto: typeof globalThis.crypto & { DigestStream: new (algorithm: 'SHA-256') => DigestStream };

/** What an isolate keeps between requests. It holds no connection and no work: both belong to one request. */
type Edge = {
  fetch(request: Request, onVisit: (userId: string) => void): Response | Promise<Response>;
  deps: JobDeps;
  /** Resolves when the database has this release's form. */
  bringForward(): Promise<void>;
};

let edge: Edge | null = null;

// The platform keeps what goes to the console; the line names its own level.
const log = createLog((line) => console.warn(line), Date.now);

export default {
  async fetch(request: Request, env: WorkerEnvironment, context: ExecutionContext): Promise<Response> {
    const url = new URL(request.url);
    if (!url.pathname.startsWith('/api/')) {
      const asset = await withShareAddress(await env.ASSETS.fetch(request), url.origin);
      const page = withSecurityHeaders(asset, url.origin);
      await keepFromSearchEngines(url.pathname, page.headers, async (projectId) => {
        const ready = await prepare(env, context);
        return typeof ready !== 'string' && isListedProject(ready.deps.db, projectId);
      });
      return page;
    }
    const ready = await prepare(env, context);
    if (typeof ready === 'string') return refuse(request, ready);
    let visitor: string | null = null;
    const reply = await ready.fetch(request, (userId) => (visitor = userId));
    context.waitUntil(workForVisitor(ready.deps, visitor));
    return reply;
  },

  /** The alarm clock of the jobs, every minute, and of the housekeeping, once an hour. */
  async scheduled(
    { scheduledTime }: { scheduledTime: number },
    env: WorkerEnvironment,
    context: ExecutionContext,
  ): Promise<void> {
    const ready = await prepare(env, context);
    if (typeof ready === 'string') return;
    // One that fails does not keep the other from its turn; the platform is told of the failure all the same.
    const isHour = new Date(scheduledTime).getUTCMinutes() === 0;
    const turns = await Promise.allSettled([workOnJobs(ready.deps), isHour ? tidyUp(ready.deps) : null]);
    for (const turn of turns) if (turn.status === 'rejected') throw turn.reason;
  },
};

/**
 * A new job is begun at once, and people who wait for one ask every few seconds: no alarm is as quick. Who waits for
 * nothing, or isn't signed in, costs no look at the jobs of all.
 */
async function workForVisitor(deps: JobDeps, userId: string | null): Promise<void> {
  if (userId !== null && (await hasLiveWork(deps.db, userId))) await workOnJobs(deps);
}

async function workOnJobs(deps: JobDeps): Promise<void> {
  await createJobRunner(deps, EDGE_PLACES).runUntilIdle();
}

/** The API on this environment, or (with a line in the log) the sentence that says why there is none. */
async function prepare(env: WorkerEnvironment, context: ExecutionContext): Promise<Edge | string> {
  try {
    edge ??= createEdge(env);
    const forward = edge.bringForward();
    // Others wait for the same attempt: it outlives the request that began it, whose caller may leave.
    context.waitUntil(forward.catch(() => undefined));
    await forward;
    return edge;
  } catch (error) {
    if (error instanceof ConfigError) {
      log.error('not_configured', { error: error.message });
      return startWords.notSetUp;
    }
    log.error('database_not_ready', { error });
    return startWords.failed;
  }
}

function createEdge(env: WorkerEnvironment): Edge {
  const config = readConfig(env, 'edge');
  if (config.database === null || config.keySecret === null) throw new ConfigError(configWords.databaseAndSecret);
  if (env.MEDIA === undefined) throw new ConfigError(configWords.mediaBucket);
  const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));
  const db = remoteDatabase(config.database);
  const deps: Deps = {
    config,
    db,
    mediaStore: holdingStore(
      r2Store({
        bucket: env.MEDIA,
        startHash: () => digestStreamHash(() => new crypto.DigestStream('SHA-256')),
        randomBytes,
      }),
      { db, now: Date.now },
    ),
    disk: null,
    frameTaker: noFrames,
    sampleClips: sampleFromAssets(env.ASSETS, config.publicUrl),
    ...modelsForKey(config, null),
    signIn: signInProviders(config, Date.now),
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
    checkWriter: null,
    noExports: exportWords.edge,
    needsFfmpeg: null,
    wakeExports: () => {},
    // A clock outside has them worked on.
    areJobsRunning: () => true,
    // A person's request works on jobs when it is answered.
    wakeJobs: () => {},
    now: Date.now,
    randomBytes,
    log,
  };
  const app = createApp(deps);
  return {
    fetch: (request, onVisit) =>
      app.fetch(request, { remoteAddress: request.headers.get('cf-connecting-ip'), onVisit }),
    bringForward: bringForwardOnce(db, Date.now),
    deps: { ...deps, readApiKey: (userId) => readApiKey(deps, userId), pollMs: config.generationPollMs },
  };
}

/** Without a database there is still the page, and whoever asks for the service's health is told. */
function refuse(request: Request, message: string): Response {
  const headers = { 'Cache-Control': 'no-store' };
  const { pathname, origin } = new URL(request.url);
  const reply =
    pathname === '/api/health'
      ? Response.json({ status: 'degraded', version, database: 'unreachable', ffmpeg: false }, { headers })
      : Response.json({ message, code: 'internal', requestId: crypto.randomUUID() }, { status: 500, headers });
  return withSecurityHeaders(reply, origin);
}
