/**
 * The bundled Worker in workerd, with everything that it is bound to in production: static assets, R2, and queues by
 * Miniflare, and a libSQL server over HTTP. The bindings are those of wrangler.toml.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorker, edgeTool } from './edge-tools.mjs';
import { holdFolder } from './hold-folder.mjs';
import { startLocalDatabase } from './local-database.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * @typedef {{ folder: string, port: number, host?: string, environment?: Record<string, string>, entry?: string,
 *   beside?: object[],
 *   adapt?: (worker: any) => any, inspectorPort?: number, onLog?: (text: string) => void }} Options
 * `folder` keeps the database, the bucket, and the secret. `beside` are workers of Miniflare’s that share its queues. `adapt` changes what
 * Miniflare is told of this one.
 */

/**
 * Bundles it, starts it, and waits until it has answered once, with its database brought forward. The caller closes it.
 * @param {Options} options
 */
export async function startLocalEdge({
  folder,
  port,
  host = '127.0.0.1',
  environment = {},
  entry,
  beside = [],
  adapt = (worker) => worker,
  inspectorPort,
  onLog = () => {},
}) {
  await mkdir(folder, { recursive: true });
  const held = holdFolder(folder);
  let database = null;
  let miniflare = null;
  const close = async () => {
    try {
      await miniflare?.dispose();
    } finally {
      await database?.close();
      held.close();
    }
  };
  try {
    const bundle = join(folder, 'bundle');
    bundleWorker(bundle, entry);
    database = await startLocalDatabase(join(folder, 'database'));
    const { Miniflare, Log, LogLevel } = edgeTool('miniflare');
    const publicUrl = environment.PUBLIC_URL ?? `http://${host}:${port}`;
    const bindings = {
      KEY_ENCRYPTION_SECRET: await secretIn(folder),
      ...environment,
      DATABASE_URL: database.url,
      PUBLIC_URL: publicUrl,
    };
    const options = {
      workers: [await adapt({ ...(await workerOptions(bundle)), bindings }), ...beside],
      host,
      port,
      inspectorPort,
      r2Persist: join(folder, 'bucket'),
      // Else it asks the network where it is.
      cf: false,
      log: new Log(LogLevel.ERROR),
      handleRuntimeStdio: (stdout, stderr) => {
        for (const stream of [stdout, stderr]) stream.setEncoding('utf8').on('data', onLog);
      },
    };
    miniflare = new Miniflare(options);
    await miniflare.ready;
    const reply = await miniflare.dispatchFetch(`${publicUrl}/api/health`);
    const { database: state } = await reply.json();
    // Of a variable, or of its database: its log names it.
    if (state !== 'ok') throw new Error('The Worker didn’t start. The lines above say why.');
    return {
      url: publicUrl,
      databaseUrl: database.url,
      databaseRows: database.rows,
      miniflare,
      /** What the alarm clock of wrangler.toml does each minute. */
      ring: async (atMs = Date.now()) => {
        const worker = await miniflare.getWorker();
        await worker.scheduled({ cron: '* * * * *', scheduledTime: new Date(atMs) });
      },
      /** Throws every isolate away with whatever it is doing, and starts anew on the same rows, files, and port. */
      restart: () => miniflare.setOptions(options),
      close,
    };
  } catch (error) {
    // Why it didn't start matters more than what fails on the way out: a Miniflare that never was ready can't be disposed of.
    await close().catch(() => undefined);
    throw error;
  }
}

/** A bundled Worker with the bindings that wrangler.toml gives it. */
async function workerOptions(bundle) {
  const { unstable_getMiniflareWorkerOptions: optionsOf } = edgeTool('wrangler');
  const { workerOptions: options } = optionsOf(join(root, 'wrangler.toml'));
  const files = await readdir(bundle);
  const texts = files.filter((name) => name.endsWith('.sql'));
  const moduleOf = async (type, name) => ({
    type,
    path: resolve(bundle, name),
    contents: await readFile(join(bundle, name), 'utf8'),
  });
  return {
    compatibilityDate: options.compatibilityDate,
    compatibilityFlags: options.compatibilityFlags,
    r2Buckets: options.r2Buckets,
    queueProducers: options.queueProducers,
    queueConsumers: options.queueConsumers,
    assets: options.assets,
    modulesRoot: resolve(bundle),
    modules: await Promise.all([
      moduleOf('ESModule', files.find((name) => name.endsWith('.js')) ?? 'worker.js'),
      ...texts.map((name) => moduleOf('Text', name)),
    ]),
  };
}

/** What API keys are encrypted under here. Made once. */
async function secretIn(folder) {
  const file = join(folder, 'secret.key');
  try {
    await writeFile(file, randomBytes(32).toString('base64'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  return (await readFile(file, 'utf8')).trim();
}
