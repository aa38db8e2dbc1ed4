/**
 * A queue of Cloudflare's that is pulled from over HTTP: messages are leased for a time, then acknowledged or given back.
 * https://developers.cloudflare.com/queues/configuration/pull-consumers/ (read in its form of July 2026)
 */
import { z } from 'zod';
import { QueueBusyError, type PullQueue } from './port.ts';

const ANSWER_MS = 20_000;
/** What a queue takes; messages beyond wait for the next pull. */
const BATCH_MAX = 100;

const pulledSchema = z.object({
  result: z.object({
    messages: z
      .array(z.object({ id: z.string(), lease_id: z.string(), attempts: z.number().int() }))
      .nullish()
      .transform((messages) => messages ?? []),
  }),
});

/** @param url of the queue, ending in `/queues/<id>` */
export function pullQueue({ url, token }: { url: string; token: string }): PullQueue {
  const post = async (path: string, body: object): Promise<unknown> => {
    const reply = await fetch(`${url}/messages/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    if (reply.ok) return reply.json();
    const refusal = new Error(`The queue answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
    // The header as in https://developers.cloudflare.com/fundamentals/api/reference/limits/
    const seconds = /^\d+$/.exec(reply.headers.get('retry-after') ?? '')?.[0];
    throw reply.status === 429
      ? new QueueBusyError(refusal.message, seconds === undefined ? null : Number(seconds) * 1000)
      : refusal;
  };
  return {
    pull: async (limit, visibilityMs) => {
      const wanted = { batch_size: Math.min(limit, BATCH_MAX), visibility_timeout_ms: visibilityMs };
      const { result } = pulledSchema.parse(await post('pull', wanted));
      return result.messages.map(({ id, lease_id: leaseId, attempts }) => ({ id, leaseId, attempts }));
    },
    settle: async (done, again, delaySeconds) => {
      if (done.length + again.length === 0) return;
      await post('ack', {
        acks: done.map(({ leaseId }) => ({ lease_id: leaseId })),
        retries: again.map(({ leaseId }) => ({ lease_id: leaseId, delay_seconds: delaySeconds })),
      });
    },
  };
}
