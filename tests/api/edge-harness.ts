/** The same as the harness of Node, but that the API is in workerd, its rows in a libSQL server, and its files in R2. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#edge-api/config.ts';
import type { OpenDb } from '#edge-api/db/client.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { r2Store, type Bucket } from '#edge-api/providers/media-store/r2.ts';
import { freePort } from '#scripts/free-port.mjs';
import { startLocalEdge } from '#scripts/edge/local-edge.mjs';
import { loneFetch } from '#tests/helpers/lone-fetch.ts';
import { NOW_HEADER } from '#tests/workerd/test-deps.ts';
import { canExport, signIn, type PlantingApi, type TestApi, type TestApiOptions, type TestClock } from './harness.ts';

export async function startEdgeApi(options: TestApiOptions): Promise<TestApi> {
  const others = Object.keys(options.deps ?? {}).filter((name) => !(name in canExport));
  if (others.length > 0 || options.rateLimits !== undefined)
    throw new Error(`The API in workerd can't be handed ${[...others, 'rateLimits'].join(', ')}.`);
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-edge-api-'));
  const port = await freePort();
  const config = readConfig({ DATA_DIR: folder, PORT: String(port), ...options.environment }, 'embedded');
  let nowMs = options.startMs ?? Date.UTC(2026, 10, 21, 12);
  const clock: TestClock = { now: () => nowMs, advance: (ms) => void (nowMs += ms) };
  const logLines: string[] = [];
  const edge = await startLocalEdge({
    folder,
    port,
    entry: 'tests/workerd/api-worker.ts',
    environment: {
      KEY_ENCRYPTION_SECRET: Buffer.alloc(32, 7).toString('base64'),
      TEST_CAN_EXPORT: options.deps === undefined ? 'no' : 'yes',
      ...(options.environment as Record<string, string> | undefined),
    },
    onLog: (text) => logLines.push(...text.split('\n').filter((line) => line !== '')),
  });
  const db: OpenDb = { ...remoteDatabase({ url: edge.databaseUrl, authToken: null }), close: () => undefined };
  const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));
  const mediaStore = edgeMediaStore(await edge.miniflare.getR2Bucket('MEDIA'));
  const send: TestApi['fetch'] = async (path, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set(NOW_HEADER, String(nowMs));
    // Over a real connection: Miniflare's own way in leaves out headers without a value.
    return loneFetch(new Request(new URL(path, config.publicUrl), { ...init, headers }));
  };
  const deps: PlantingApi['deps'] = { db, mediaStore, now: clock.now, randomBytes };
  return {
    deps: onlyThese(deps),
    config,
    db,
    clock,
    folder,
    logLines,
    fetch: send,
    as: (name) => signIn(send, config.publicUrl, name),
    close: async () => {
      await edge.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** What the Worker stores, read and written from here. */
export function edgeMediaStore(bucket: Bucket): MediaStore {
  return r2Store({ bucket, startHash, randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)) });
}

function startHash() {
  const hash = createHash('sha256');
  return {
    update: async (bytes: Uint8Array) => void hash.update(bytes),
    hex: async () => hash.digest('hex'),
  };
}

/** The dependencies that a test has of an API in another process. Asking for another one is a fault of the test. */
function onlyThese(deps: PlantingApi['deps']): TestApi['deps'] {
  return new Proxy(deps as TestApi['deps'], {
    get: (target, name, receiver) => {
      if (!(name in target)) throw new Error(`The API in workerd keeps ${String(name)} to itself.`);
      return Reflect.get(target, name, receiver);
    },
  });
}
