/** Connections to the server on Node: nobody holds more than their share, and a refusal leaves a connection usable. */
import { createServer, IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { getRequestListener } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '#edge-api/app.ts';
import { countedAddress } from '#edge-api/middleware/client-address.ts';
import type { StartUploadReply } from '#shared/api/uploads.ts';
import { testHash } from '#tests/helpers/rows.ts';
import { afterWholeRequest, guardConnections } from '#edge-api/node/connections.ts';
import { ORIGIN, startTestApi, type TestApi } from './harness.ts';

const LARGE_BYTES = 30_000_000;

let api: TestApi;
let server: Server;
const sockets: Socket[] = [];

beforeEach(async () => {
  api = await startTestApi();
  const app = createApp(api.deps);
  const listener = getRequestListener(async (request, { incoming }) => {
    if (request.url.endsWith('/large')) return new Response(new Uint8Array(LARGE_BYTES));
    const reply = await app.fetch(request, { remoteAddress: '127.0.0.1' });
    return incoming instanceof IncomingMessage ? afterWholeRequest(incoming, reply) : reply;
  });
  server = createServer((request, response) => void listener(request, response));
  guardConnections(server, countedAddress('http://127.0.0.1'), { perAddress: 3, unreadMs: 2_000 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.close();
  await api.close();
});

async function open(): Promise<Socket> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

const OWN = `Host: ${new URL(ORIGIN).host}\r\nOrigin: ${ORIGIN}`;
const GET = `GET /api/health HTTP/1.1\r\n${OWN}\r\n\r\n`;

/** Resolves to the statuses on a connection, once there are so many or it has ended. */
function statuses(socket: Socket, count: number): Promise<string[]> {
  return new Promise((resolve) => {
    let text = '';
    const found = (): string[] =>
      Array.from(text.matchAll(/HTTP\/1\.1 (\d+)|\r\nconnection: (close)/gi), ([, code, end]) => code ?? end ?? '');
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (found().length >= count) resolve(found());
    });
    socket.once('close', () => resolve(found()));
  });
}

test('an address that has its share of connections gets no more, until one of them ends', async () => {
  const held = [await open(), await open(), await open()];
  const fourth = await open();
  await once(fourth, 'close');
  const [first] = held;
  const freed = once(first ?? fourth, 'close');
  first?.end();
  await freed;
  const next = await open();
  next.write(GET);
  expect(await statuses(next, 1)).toEqual(['200']);
});

test('who reads nothing of a reply is hung up on, who reads slowly gets all of it', async () => {
  const [deaf, slow] = [await open(), await open()];
  deaf.pause();
  deaf.write(`GET /large HTTP/1.1\r\n${OWN}\r\n\r\n`);
  slow.write(`GET /large HTTP/1.1\r\n${OWN}\r\nConnection: close\r\n\r\n`);
  let bytes = 0;
  slow.on('data', (chunk: Buffer) => {
    bytes += chunk.byteLength;
    slow.pause();
    setImmediate(() => slow.resume());
  });
  const ended = Promise.all([
    once(slow, 'close'),
    new Promise<void>((resolve) => server.once('hung-up', () => resolve())),
  ]);
  const look = setInterval(() => server.getConnections((_, count) => count === 0 && server.emit('hung-up')), 20);
  await ended;
  clearInterval(look);
  expect(bytes).toBeGreaterThan(LARGE_BYTES);
});

test('a request whose connection ends in the middle of its body is no failure of the server', async () => {
  const ada = await api.as('Ada');
  const facts = { sound: { codec: 'mp3', sampleRate: 48_000, channels: 2, durationSeconds: 60 } };
  const json = { sha256: testHash(1), sizeBytes: 2_000, kind: 'sound', name: 'Song.mp3', facts };
  const { upload } = await ada.json<StartUploadReply>('/api/uploads', { method: 'POST', json });
  const path = `/api/uploads/${upload?.id}/parts/1`;
  const socket = await open();
  const head = `PUT ${path} HTTP/1.1\r\n${OWN}\r\nCookie: ${ada.cookie}\r\nContent-Type: application/octet-stream`;
  socket.write(`${head}\r\nContent-Length: 2000\r\n\r\nnot all`);
  await once(server, 'request');
  socket.destroy();
  const told = (): string[] => api.logLines.filter((line) => line.includes(path));
  await expect.poll(told).toHaveLength(1);
  expect(JSON.parse(told()[0] ?? '')).toMatchObject({ level: 'info', event: 'request', status: 408 });
});

describe('a request that is refused before its body has come', () => {
  const post = (length: number): string =>
    `POST /api/projects HTTP/1.1\r\n${OWN}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  test.each([2_000, 400_000])('with %d bytes leaves the connection to the next one', async (length) => {
    const socket = await open();
    const answered = statuses(socket, 2);
    socket.write(post(length));
    socket.write('x'.repeat(length / 2));
    await once(server, 'request');
    socket.write('x'.repeat(length / 2) + GET);
    expect((await answered)[1]).toBe('200');
  });

  test('and never comes is answered, and the reply says that the connection ends', async () => {
    const socket = await open();
    const answered = statuses(socket, 3);
    socket.write(post(2_000));
    const [status, end] = await answered;
    expect([Number(status) >= 400, end]).toEqual([true, 'close']);
  });
});
