/** Keeps connections from being held for nothing: by one address, by who doesn't read, or by an answer to half a request. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type ConnectionLimits = {
  /** Open at once. A browser opens six. */
  perAddress: number;
  /** How long a reply may wait for a reader who takes nothing of it. */
  unreadMs: number;
};

export const CONNECTION_LIMITS: ConnectionLimits = { perAddress: 256, unreadMs: 60_000 };

/** How much of a request that is refused is read to its end, and for how long. */
const REST_BYTES = 1024 * 1024;
const REST_MS = 1_000;

/**
 * Hangs up on connections beyond what an address may have, and on those whose reply nobody reads.
 * @param addressOf names who is counted as one; null for who isn't counted, such as a proxy in front of everybody
 */
export function guardConnections(
  server: Server,
  addressOf: (remoteAddress: string) => string | null,
  { perAddress, unreadMs }: ConnectionLimits = CONNECTION_LIMITS,
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = addressOf(socket.remoteAddress ?? '');
    if (address === null) return;
    const count = (open.get(address) ?? 0) + 1;
    if (count > perAddress) return void socket.destroy();
    open.set(address, count);
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left > 0) open.set(address, left);
      else open.delete(address);
    });
  });
  server.on('request', (_request: IncomingMessage, response: ServerResponse) => {
    // It fires where nothing moved for so long, which is no harm while there is nothing to read yet.
    response.setTimeout(unreadMs, () => {
      if (response.socket !== null && response.socket.writableLength > 0) response.socket.destroy();
    });
  });
}

/**
 * A refusal of a request whose body has not all come: what is left of it is awaited, or the next request on the
 * connection would be lost among it. Where that is too much or takes too long, the reply says that the connection ends.
 */
export async function afterWholeRequest(incoming: IncomingMessage, reply: Response): Promise<Response> {
  if (reply.status < 400 || (await isWhole(incoming))) return reply;
  const closing = new Response(reply.body, reply);
  closing.headers.set('Connection', 'close');
  return closing;
}

async function isWhole(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete || incoming.destroyed) return true;
  if (Number(incoming.headers['content-length'] ?? 0) > REST_BYTES) return false;
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (): void => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', end).off('close', end);
      resolve(incoming.complete);
    };
    const count = (chunk: Buffer): void => {
      bytes += chunk.byteLength;
      if (bytes > REST_BYTES) end();
      // Whoever began to read it as a stream and left pauses it with each piece.
      else incoming.resume();
    };
    const timer = setTimeout(end, REST_MS);
    incoming.on('data', count).once('end', end).once('close', end);
    incoming.resume();
  });
}
