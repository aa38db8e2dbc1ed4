/** One request over kept connections, as light as Node has it: the generator shares the processors with the server. */
import { Agent, request } from 'node:http';

export type Call = { method: 'GET' | 'PATCH'; path: string; cookie: string; body?: string; etag?: string };
export type Answer = { status: number; etag: string | null; link: string | null };
export type Sender = { send(call: Call): Promise<Answer>; close(): void };

/** @param connections at most so many at once; what comes on top waits for one */
export function openSender(url: URL, connections: number): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  return {
    send: (call) =>
      new Promise((resolve, reject) => {
        const { method, path, cookie, body, etag } = call;
        const headers = {
          Cookie: cookie,
          ...(etag === undefined ? {} : { 'If-None-Match': etag }),
          ...(body === undefined
            ? {}
            : { Origin: url.origin, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
        };
        const sent = request({ agent, host: url.hostname, port: url.port, method, path, headers }, (reply) => {
          reply.resume();
          const { statusCode: status = 0, headers: told } = reply;
          reply.once('end', () => resolve({ status, etag: told.etag ?? null, link: linkOf(told.link) }));
          reply.once('error', reject);
        });
        sent.once('error', reject);
        sent.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function linkOf(header: string | string[] | undefined): string | null {
  return Array.isArray(header) ? header.join(', ') : (header ?? null);
}
