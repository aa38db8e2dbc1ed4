/**
 * The product's backend on a port, ending itself at the point that CRASH_AT names. The variable is read here and nowhere
 * else, in a file that only tests bundle: what is shipped has no such switch.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { startBackend } from '#edge-api/node/backend.ts';
import { breakdownPoints, clipPoints, crashingAt } from './crash-points.ts';

const point = [...clipPoints, ...breakdownPoints].find((name) => name === process.env['CRASH_AT']);
if (point === undefined) throw new Error('CRASH_AT names no point.');

let listener: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) =>
  response.writeHead(503).end();
const server = createServer((request, response) => void listener(request, response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
const backend = await startBackend({ ...process.env, PORT: String(address.port) }, crashingAt(point));
listener = getRequestListener((request) => backend.fetch(request));
backend.startJobs();
console.log(`Storyreel is ready at ${backend.config.publicUrl}`);
