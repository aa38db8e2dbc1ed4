/**
 * A request on a connection of its own, with its headers byte by byte as they are given. `fetch` of Node keeps connections,
 * and workerd resets one after it answered a request whose body it had not read to its end: the next request on it is lost.
 */
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';

const BODILESS = new Set([204, 205, 304]);
const PIECE_BYTES = 32 * 1024;
/** Each is in vain where we write at the very moment of the reset: then the answer, which came before it, is lost. */
const MOST_ATTEMPTS = 10;

/** Follows no redirect. A body whose length no header tells goes in chunks. Resolves when the whole reply is there. */
export async function loneFetch(request: Request): Promise<Response> {
  const { host, hostname, port, pathname, search } = new URL(request.url);
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const isChunked = body !== null && !request.headers.has('content-length');
  const lines = [
    `${request.method} ${pathname}${search} HTTP/1.1`,
    `host: ${host}`,
    'connection: close',
    ...(isChunked ? ['transfer-encoding: chunked'] : []),
    ...Array.from(request.headers, ([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
  const sent = Buffer.concat([head, body === null ? Buffer.alloc(0) : isChunked ? inOneChunk(body) : body]);
  for (let attempt = 1; ; attempt++) {
    const socket = connect(Number(port), hostname);
    const answer = answerOn(socket, request.method === 'HEAD');
    const isSent = await send(socket, sent, answer);
    const reply = await answer;
    socket.destroy();
    if (reply !== null) return reply;
    // Nobody who lacks the end of a request has done anything for it.
    if (isSent || attempt === MOST_ATTEMPTS) throw new Error(`${lines[0]} was not answered.`);
  }
}

/** Resolves with the reply as soon as it is whole, or with null when the connection has ended before. */
function answerOn(socket: Socket, isHead: boolean): Promise<Response | null> {
  return new Promise((resolve) => {
    let received = Buffer.alloc(0);
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece]);
      const reply = replyOf(received, isHead);
      if (reply !== null) resolve(reply);
    });
    socket.on('error', () => undefined);
    socket.once('close', () => resolve(null));
  });
}

function inOneChunk(body: Buffer): Buffer {
  const last = Buffer.from('0\r\n\r\n');
  return body.length === 0
    ? last
    : Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n'), last]);
}

/** Piece by piece, looking for an answer before each. @returns whether all of it went */
async function send(socket: Socket, bytes: Buffer, answer: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const over = answer.then(() => void (isOver = true));
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    if (isOver) return false;
    const written = new Promise<boolean>((resolve) => {
      socket.write(bytes.subarray(at, at + PIECE_BYTES), (error) => resolve(!error));
    });
    if ((await Promise.race([written, over])) === false) return false;
    await turn();
  }
  return true;
}

/** @returns null unless the reply is whole */
function replyOf(bytes: Buffer, isHead: boolean): Response | null {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, Math.max(end, 0)).toString('latin1').split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(first)?.[1]);
  if (end === -1 || Number.isNaN(status)) return null;
  const headers = new Headers();
  for (const line of lines) headers.append(line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim());
  if (isHead || BODILESS.has(status)) return new Response(null, { status, headers });
  const rest = bytes.subarray(end + 4);
  const body = headers.get('transfer-encoding') === 'chunked' ? joined(rest) : rest;
  const length = Number(headers.get('content-length') ?? body?.length);
  return body?.length === length ? new Response(new Uint8Array(body), { status, headers }) : null;
}

/** What chunks hold; null where the last one is missing. */
function joined(chunked: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = 0; ;) {
    const end = chunked.indexOf('\r\n', at);
    const size = end === -1 ? Number.NaN : Number.parseInt(chunked.subarray(at, end).toString('latin1'), 16);
    if (Number.isNaN(size)) return null;
    if (size === 0) return Buffer.concat(pieces);
    pieces.push(chunked.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
}
