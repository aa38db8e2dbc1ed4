/** The API as a Cloudflare Worker: the same app on a libSQL server and R2, with the built web app as static assets. */
import { ConfigError } from './config.ts';
import { createEdge, EDGE_TIDY_CALLS, type Edge, type WorkerEnvironment } from './edge.ts';
import { isolateTurns } from './jobs/isolate-turns.ts';
import type { InTurn } from './jobs/job-deps.ts';
import { noteNameOf, turnSchema } from './jobs/queued-turns.ts';
import { createLog, loggedAddress } from './log.ts';
import { withSecurityHeaders } from './middleware/security-headers.ts';
import { requestWords } from './middleware/words.ts';
import type { EdgeCache } from './kept-answers.ts';
import { CHANGED_PROJECTS, forgetChanged, fromPublicCache, mayBePublic } from './public-cache.ts';
import { noteDeadTurn } from './repos/dead-turns.ts';
import { isListedProject } from './repos/showcase.ts';
import type { Health, Readiness } from './services/health.ts';
import { tidyUp } from './services/housekeeping.ts';
import { keepFromSearchEngines } from './search-engines.ts';
import { withShareAddress } from './share-picture.ts';
import { version } from './version.ts';
import { startWords } from './operator-words.ts';

type Message = {
  id: string;
  body: unknown;
  /** How often it was delivered, this time included. */
  attempts: number;
  ack(): void;
  retry(options: { delaySeconds: number }): void;
};

/** What Cloudflare hands over beside a request: work that may go on after the reply. */
type ExecutionContext = { waitUntil(work: Promise<unknown>): void };

/** The platform's own, which Node doesn't have. */
declare const caches: { default: EdgeCache };
declare const FixedLengthStream: new (sizeBytes: number) => {
  readable: ReadableStream<Uint8Array>;
  writable: WritableStream<Uint8Array>;
};

let edge: Edge | null = null;

/** Deliveries share the isolate’s memory with each other and with requests. */
const inTurn = isolateTurns(Date.now);

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
    const requestId = crypto.randomUUID();
    const ready = await prepare(env, context, requestId);
    if (typeof ready === 'string') return refuse(request, requestId, ready);
    const answer = async (asked: Request): Promise<Response> => ready.fetch(asked);
    const later = (work: Promise<unknown>): void =>
      context.waitUntil(work.catch((error: unknown) => log.warn('not_cached', { error })));
    const cacheHost = {
      answer,
      later,
      now: Date.now,
      readBlob: ready.deps.mediaStore.read,
      ofLength: (body: ReadableStream<Uint8Array>, sizeBytes: number): ReadableStream<Uint8Array> => {
        const { readable, writable } = new FixedLengthStream(sizeBytes);
        // Players leave when they have what they want.
        context.waitUntil(body.pipeTo(writable).catch(() => undefined));
        return readable;
      },
    };
    const reply = mayBePublic(request)
      ? await fromPublicCache(caches.default, request, cacheHost).catch((error: unknown) => failed(request, error))
      : await answer(request);
    const changed = reply.headers.get(CHANGED_PROJECTS);
    if (reply.ok) await forgetChanged(caches.default, request, changed).catch(() => undefined);
    for (const userId of ready.takeWoken()) context.waitUntil(wakeJobs(ready, userId));
    if (ready.areExportsWoken()) context.waitUntil(callExportServices(ready));
    context.waitUntil(addMeters(ready));
    return reply;
  },

  /** Turns of jobs, each a step of one; and those that failed too often, which are kept where they are seen. */
  async queue(
    batch: { queue: string; messages: readonly Message[] },
    env: WorkerEnvironment,
    context: ExecutionContext,
  ): Promise<void> {
    const ready = await prepare(env, context);
    const receive = batch.queue.endsWith(DEAD) ? buryTurn : takeTurn;
    await Promise.all(
      batch.messages.map(async (message) => {
        try {
          if (typeof ready === 'string') throw new Error(ready);
          await receive(ready, message, inTurn);
          message.ack();
        } catch (error) {
          log.warn('turn_failed', { queue: batch.queue, messageId: message.id, attempts: message.attempts, error });
          message.retry({ delaySeconds: Math.min(2 ** message.attempts, LONGEST_RETRY_SECONDS) });
        }
      }),
    );
    if (typeof ready !== 'string') context.waitUntil(addMeters(ready));
  },

  /** Every minute it sends for jobs that nobody came for, and once an hour it tidies up. */
  async scheduled(
    { scheduledTime }: { scheduledTime: number },
    env: WorkerEnvironment,
    context: ExecutionContext,
  ): Promise<void> {
    const ready = await prepare(env, context);
    if (typeof ready === 'string') return;
    // One that fails does not keep the other from its turn; the platform is told of the failure all the same.
    const isHour = new Date(scheduledTime).getUTCMinutes() === 0;
    const works = await Promise.allSettled([
      sweep(ready),
      sweepExports(ready),
      isHour ? tidyUp(ready.deps, EDGE_TIDY_CALLS) : null,
    ]);
    for (const work of works) if (work.status === 'rejected') throw work.reason;
  },
};

/** What the name of a queue of dead letters ends with. */
const DEAD = '-dead';
const LONGEST_RETRY_SECONDS = 300;

/** If it fails, the sweep comes for the job within a minute. */
async function wakeJobs({ turns }: Edge, userId: string): Promise<void> {
  await turns.wake(userId).catch((error: unknown) => log.error('jobs_not_woken', { error }));
}

/** If it fails, the sweep does so within a minute. */
async function callExportServices(edge: Edge): Promise<void> {
  await edge.callExportServices(1).catch((error: unknown) => log.error('export_service_not_called', { error }));
}

async function addMeters(edge: Edge): Promise<void> {
  await edge.addMeters().catch((error: unknown) => log.warn('meters_not_added', { error }));
}

async function sweepExports(edge: Edge): Promise<void> {
  const waiting = await edge.sweepExports();
  if (waiting > 0) log.warn('exports_swept', { waiting });
}

async function takeTurn({ turns }: Edge, message: Message, inTurn: InTurn): Promise<void> {
  await turns.take(turnSchema.parse(message.body), inTurn);
}

/**
 * A turn is only an alarm clock, so nothing is lost with it but the name that it may carry; and whatever made it fail needs
 * a person.
 */
async function buryTurn({ deps }: Edge, { id, body }: Message): Promise<void> {
  const turn = turnSchema.safeParse(body).data ?? null;
  const jobId = turn?.jobId ?? null;
  log.error('turn_dead', { messageId: id, jobId, upstreamId: turn?.upstreamId });
  if (turn !== null) await noteNameOf(deps, turn);
  await noteDeadTurn(deps.db, { id, jobId, nowMs: deps.now() });
}

async function sweep({ turns }: Edge): Promise<void> {
  const due = await turns.sweep();
  if (due > 0) log.warn('jobs_swept', { due });
}

/**
 * The API on this environment, or (with a line in the log) the sentence that says why there is none.
 * @param requestId of whoever is refused then
 */
async function prepare(env: WorkerEnvironment, context: ExecutionContext, requestId?: string): Promise<Edge | string> {
  try {
    edge ??= createEdge(env, { log, now: Date.now });
    const forward = edge.bringForward();
    // Others wait for the same attempt: it outlives for a while the request that began it, whose caller may leave.
    context.waitUntil(forward.catch(() => undefined));
    await forward;
    return edge;
  } catch (error) {
    if (error instanceof ConfigError) {
      log.error('not_configured', { requestId, error: error.message });
      return startWords.notSetUp;
    }
    log.error('database_not_ready', { requestId, error });
    return startWords.failed;
  }
}

/** What fails outside the API, which answers its own failures: the cache, or the network to it. */
function failed(request: Request, error: unknown): Response {
  const requestId = crypto.randomUUID();
  const { pathname, origin } = new URL(request.url);
  log.error('request_failed', { requestId, method: request.method, path: loggedAddress(pathname), error });
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId };
  const body = { message: requestWords.internal, code: 'internal', requestId };
  return withSecurityHeaders(Response.json(body, { status: 500, headers }), origin);
}

/** Without a database there is still the page, and whoever asks for the service's health is told. */
function refuse(request: Request, requestId: string, message: string): Response {
  const headers = { 'Cache-Control': 'no-store', 'X-Request-Id': requestId };
  const { pathname, origin } = new URL(request.url);
  const health: Health = { status: 'degraded', version, database: 'unreachable', ffmpeg: false };
  const readiness: Readiness = { ready: false, database: 'unreachable', jobs: 'stopped' };
  const reply =
    pathname === '/api/health'
      ? Response.json(health, { headers })
      : pathname === '/api/health/ready'
        ? Response.json(readiness, { status: 503, headers })
        : Response.json({ message, code: 'internal', requestId }, { status: 500, headers });
  return withSecurityHeaders(reply, origin);
}
