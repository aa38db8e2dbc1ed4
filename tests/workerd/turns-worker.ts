/**
 * The Worker as it is deployed, but on the clock of a test, which also delivers what it sends to its queue: when, how often
 * and in what order is up to the test.
 */
import type { WorkerEnvironment } from '#edge-api/edge.ts';
import worker from '#edge-api/worker.ts';

type Context = Parameters<typeof worker.fetch>[2];
type Batch = Parameters<typeof worker.queue>[0];

let nowMs = 0;
let sent: unknown[] = [];
Date.now = () => nowMs;

const withTestQueue = (env: WorkerEnvironment): WorkerEnvironment => ({
  ...env,
  JOBS: { sendBatch: async (messages) => void sent.push(...messages.map(({ body }) => body)) },
});

export default {
  /** Sets the clock, and hands over what was sent to the queue since. */
  async fetch(request: Request, env: WorkerEnvironment, context: Context): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== '/clock') return worker.fetch(request, withTestQueue(env), context);
    nowMs = Number(searchParams.get('now'));
    const turns = sent;
    sent = [];
    return Response.json(turns);
  },
  queue: (batch: Batch, env: WorkerEnvironment, context: Context) => worker.queue(batch, withTestQueue(env), context),
};
