/** `npm run dev:edge`: the edge deployment on this machine, without an account, and after its first start without a network. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buildIfChanged } from './build.mjs';
import { installEdgeTools } from './edge/edge-tools.mjs';
import { ringEveryMinute } from './edge/every-minute.mjs';
import { startLocalEdge } from './edge/local-edge.mjs';
import { freePort } from './free-port.mjs';

const HOST = '127.0.0.1';
const LAST_PORT = 65_535;

/** Of the configuration, what a Worker reads. Its addresses, database, and bucket are those of this machine. */
const passedOn = [
  'KEY_ENCRYPTION_SECRET',
  'KEY_ENCRYPTION_SECRET_PREVIOUS',
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  'GITHUB_CLIENT_ID',
  'GITHUB_CLIENT_SECRET',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'LOCAL_SIGN_IN',
  'SIGN_IN_ALLOWED',
  'OPERATOR_EMAILS',
  'METRICS_TOKEN',
  'EXPORT_SERVICE_TOKEN',
  'EXPORT_SERVICE_URL',
  'GOOGLE_GEMINI_BASE_URL',
  'GENERATION_POLL_MS',
  'AI_CALLS_PER_MINUTE',
  'AI_CALLS_AT_ONCE',
  'CLIPS_AT_ONCE',
  'WRITES_PER_MINUTE',
  'REQUESTS_PER_MINUTE',
  'STORAGE_LIMIT_MB',
];

try {
  const port = readPort(process.env.PORT ?? '8787') || (await freePort());
  await refuseTakenPort(port);
  await installEdgeTools();
  await buildIfChanged();
  const edge = await startLocalEdge({
    folder: join(process.env.DATA_DIR ?? './data', 'edge'),
    port,
    host: HOST,
    environment: Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
    onLog: (text) => process.stderr.write(text),
  });
  const clock = ringEveryMinute(edge);
  let isStopping = false;
  const stop = async () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    clock.stop();
    await edge.close();
    process.exit(0);
  };
  process.on('SIGINT', () => void stop());
  process.on('SIGTERM', () => void stop());
  console.log(`Storyreel is ready at ${edge.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** @throws Error with a sentence for whoever started it */
function readPort(text) {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > LAST_PORT)
    throw new Error(`PORT must be a whole number from 0 to ${LAST_PORT}, not “${text}”. Change it and start again.`);
  return port;
}

/** @throws Error with a sentence for whoever started it: workerd says it with a list of addresses of its own code */
async function refuseTakenPort(port) {
  const server = createServer().listen(port, HOST);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (error.code === 'EADDRINUSE') throw new Error(`PORT ${port} on ${HOST} is already in use.`);
    throw error;
  }
  server.close();
  await once(server, 'close');
}
