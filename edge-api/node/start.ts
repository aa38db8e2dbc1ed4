/** `npm start`: the API and the built web app from one process on one port. */
import { createServer, IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server';
import { ConfigError, readConfig } from '../config.ts';
import { countedAddress } from '#edge-api/middleware/client-address.ts';
import { afterWholeRequest, guardConnections } from './connections.ts';
import { isErrno } from './is-errno.ts';
import { startBackend, type Backend } from './backend.ts';
import { serveWeb } from './serve-web.ts';
import { startWords } from '../operator-words.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Before everything is ready, and once the server is to stop. A page takes any answer for the truth about who is signed
 * in; where none comes it knows that it is offline, and asks again.
 */
const noAnswer: Listener = (request) => request.socket.destroy();

/**
 * How long a connection stays open between two requests. Longer than proxies and pages keep theirs: who closes first must
 * be who asks, or a request is sent on a connection that is just being closed.
 */
const KEEP_ALIVE_MS = 65_000;

/** How long the last bytes of replies may take. */
const LAST_BYTES_MS = 1_000;

async function main(): Promise<void> {
  const { host, port, publicUrl } = readConfig(process.env, 'embedded');
  let listener = noAnswer;
  const server = createServer((request, response) => void listener(request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  guardConnections(server, countedAddress(publicUrl));
  const address = await listen(server, host, port);
  const backend = await startBackend({ ...process.env, PORT: String(address.port) });
  const web = serveWeb(join(import.meta.dirname, '../../web'), backend.config, backend.isListed);
  listener = getRequestListener(async (request, host) => {
    const reply = isApi(request) ? backend.fetch(request, { remoteAddress: remoteAddress(host) }) : web.fetch(request);
    return host.incoming instanceof IncomingMessage ? afterWholeRequest(host.incoming, await reply) : reply;
  });
  backend.startJobs();
  stopOnSignals(server, backend, () => (listener = noAnswer));
  console.log(startWords.ready({ address: backend.config.publicUrl }));
}

function isApi(request: Request): boolean {
  const { pathname } = new URL(request.url);
  return pathname === '/api' || pathname.startsWith('/api/');
}

function remoteAddress({ incoming }: HttpBindings | Http2Bindings): string | null {
  return incoming.socket.remoteAddress ?? null;
}

async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host.replace(/^\[|\]$/g, ''), () => {
      server.off('error', reject);
      resolve();
    });
  }).catch((error: unknown) => {
    throw isErrno(error) ? new ConfigError(whyNotListening(error.code ?? '', host, port)) : error;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address;
}

function whyNotListening(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE') return startWords.portTaken({ port, host });
  if (code === 'EACCES') return startWords.portForbidden({ port });
  return startWords.badHost({ host, code });
}

/** The first signal lets everything come to an end; the second is a person who does not want to wait. */
function stopOnSignals(server: Server, backend: Backend, hangUp: () => void): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    hangUp();
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    backend
      .close()
      .then(() => {
        server.closeIdleConnections();
        return Promise.race([closed, setTimeout(LAST_BYTES_MS)]);
      })
      .then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

function fail(error: unknown): never {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}

main().catch(fail);
