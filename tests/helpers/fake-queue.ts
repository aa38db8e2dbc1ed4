/** A queue that is pulled from, as Cloudflare's API has it: messages are leased for a time, and come again unless they are acknowledged. */
import { createServer } from 'node:http';
import { once } from 'node:events';

type Message = { id: string; body: string; attempts: number; visibleAtMs: number; leaseId: string | null };

export type FakeQueue = {
  /** As `EXPORT_QUEUE_URL` names it. */
  url: string;
  token: string;
  send(count?: number): void;
  /** A worker of Miniflare’s that passes on what the queue of that name gets, so that the platform’s own is pulled from here. */
  fedFrom(name: string): object;
  /** Messages that are not acknowledged. */
  left(): number;
  /** Loses all messages, and counts anew. */
  clear(): void;
  /** How often messages were delivered, acknowledged, given back, and asked for in vain. */
  counts: { delivered: number; acked: number; retried: number; empty: number };
  /** Lets the leases of all messages run out. */
  expire(): void;
  /** What calls are refused with, until it is taken back by null. Over its limit, Cloudflare’s API refuses all of them. */
  refuse(what: { calls: 'pull' | 'ack' | 'all'; status: number; retryAfterSeconds?: number } | null): void;
  /** Calls, refused ones as well. */
  calls(): number;
  close(): Promise<void>;
};

const FEEDER = `export default {
  async queue({ messages }, { URL, TOKEN }) {
    const body = JSON.stringify({ messages: messages.map(({ body }) => ({ body, content_type: 'json' })) });
    const reply = await fetch(URL + '/messages/batch', { method: 'POST', body, headers: { Authorization: 'Bearer ' + TOKEN } });
    if (!reply.ok) throw new Error('The queue answered ' + reply.status);
  },
};`;

const NONE = { delivered: 0, acked: 0, retried: 0, empty: 0 };

/** The caller closes it. */
export async function startFakeQueue(): Promise<FakeQueue> {
  const token = 'token-of-the-queue';
  const path = '/client/v4/accounts/an-account/queues/a-queue';
  let messages: Message[] = [];
  const counts = { ...NONE };

  const pull = (wanted: { batch_size?: number; visibility_timeout_ms?: number }) => {
    const nowMs = Date.now();
    const taken = messages.filter(({ visibleAtMs }) => visibleAtMs <= nowMs).slice(0, wanted.batch_size ?? 5);
    if (taken.length === 0) counts.empty++;
    for (const message of taken) {
      message.attempts++;
      message.visibleAtMs = nowMs + (wanted.visibility_timeout_ms ?? 30_000);
      message.leaseId = crypto.randomUUID();
      counts.delivered++;
    }
    return {
      message_backlog_count: messages.length,
      messages: taken.map(({ id, body, attempts, leaseId }) => ({
        id,
        body,
        attempts,
        lease_id: leaseId,
        timestamp_ms: nowMs,
        metadata: { 'CF-Content-Type': 'json' },
      })),
    };
  };
  const take = ({ messages: sent }: { messages: { body: unknown }[] }) => {
    for (const { body } of sent)
      messages.push({
        id: crypto.randomUUID(),
        body: Buffer.from(JSON.stringify(body)).toString('base64'),
        attempts: 0,
        visibleAtMs: 0,
        leaseId: null,
      });
    return {};
  };
  const ack = (wanted: { acks: { lease_id: string }[]; retries: { lease_id: string; delay_seconds?: number }[] }) => {
    const done = new Set(wanted.acks.map(({ lease_id: leaseId }) => leaseId));
    const before = messages.length;
    messages = messages.filter(({ leaseId }) => leaseId === null || !done.has(leaseId));
    counts.acked += before - messages.length;
    for (const { lease_id: leaseId, delay_seconds: seconds = 0 } of wanted.retries) {
      const message = messages.find((one) => one.leaseId === leaseId);
      if (message === undefined) continue;
      message.visibleAtMs = Date.now() + seconds * 1000;
      message.leaseId = null;
      counts.retried++;
    }
    return { ackCount: wanted.acks.length, retryCount: wanted.retries.length, warnings: [] };
  };

  let refused: Parameters<FakeQueue['refuse']>[0] = null;
  let calls = 0;

  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      const reply = (status: number, body: object): void => {
        response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      };
      if (request.headers.authorization !== `Bearer ${token}`)
        return reply(403, { success: false, errors: [{ code: 10000, message: 'Authentication error' }], result: null });
      calls++;
      if (refused !== null && (refused.calls === 'all' || request.url === `${path}/messages/${refused.calls}`)) {
        if (refused.retryAfterSeconds !== undefined)
          response.setHeader('Retry-After', String(refused.retryAfterSeconds));
        return reply(refused.status, { success: false, errors: [{ code: 971, message: 'Refused' }], result: null });
      }
      const result =
        request.url === `${path}/messages/pull`
          ? pull(JSON.parse(text))
          : request.url === `${path}/messages/ack`
            ? ack(JSON.parse(text))
            : request.url === `${path}/messages/batch`
              ? take(JSON.parse(text))
              : null;
      if (result === null || request.method !== 'POST') return reply(404, { success: false, errors: [], result: null });
      reply(200, { success: true, errors: [], messages: [], result });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  const url = `http://127.0.0.1:${address.port}${path}`;
  return {
    url,
    token,
    send: (count = 1) => void take({ messages: Array.from({ length: count }, () => ({ body: {} })) }),
    fedFrom: (name) => ({
      name: 'feeder',
      modules: true,
      script: FEEDER,
      bindings: { URL: url, TOKEN: token },
      queueConsumers: { [name]: { maxBatchTimeout: 0 } },
    }),
    left: () => messages.length,
    clear: () => {
      messages = [];
      Object.assign(counts, NONE);
    },
    counts,
    expire: () => {
      for (const message of messages) message.visibleAtMs = 0;
    },
    refuse: (what) => void (refused = what),
    calls: () => calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
