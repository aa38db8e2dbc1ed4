/**
 * A client on a thread of its own, so that what the test does beside it doesn't count as waiting: sends requests one
 * after the other on each of its connections, in turns, until it is told to stop or has sent as many as wanted, and
 * answers how long each took.
 */
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** @typedef {{ method: string, path: string, cookie: string, body?: string }} Call */
/** @type {{ origin: string, connections: number, calls: Call[], most: number }} */
const { origin, connections, calls, most } = workerData;
const { hostname, port } = new URL(origin);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
/** @type {number[]} */
const taken = [];
/** @type {Record<number, number>} How often each status was answered. */
const statuses = {};
let isOver = false;
let sent = 0;

/** @param {Call} call @returns {Promise<number>} the status */
function send({ method, path, cookie, body }) {
  const headers = {
    Cookie: cookie,
    Origin: origin,
    ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ agent, hostname, port, method, path, headers }, (reply) => {
      reply.resume();
      reply.once('end', () => resolve(reply.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

async function goOn() {
  while (!isOver && sent < most) {
    const call = calls[sent++ % calls.length];
    const sentMs = performance.now();
    const status = await send(call);
    taken.push(performance.now() - sentMs);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

parentPort?.once('message', () => (isOver = true));
await Promise.all(Array.from({ length: connections }, goOn));
agent.destroy();
parentPort?.postMessage({ taken, statuses });
parentPort?.unref();
