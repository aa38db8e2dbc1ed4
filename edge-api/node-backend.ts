/** The API on Node: configuration, folders, database and adapters put together. */
import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createApp } from './app.ts';
import { ConfigError, readConfig, type Config, type Environment } from './config.ts';
import { migrate, NewerDatabaseError } from './db/migrate.ts';
import type { Db, OpenDb } from './db/client.ts';
import { openFileDatabase } from './db/open-file.ts';
import { remoteDatabase } from './db/open-remote.ts';
import type { Deps, KeySecrets } from './deps.ts';
import { hasFfmpeg } from './find-program.ts';
import { isErrno } from './is-errno.ts';
import { createJobRunner } from './jobs/runner.ts';
import { createLog } from './log.ts';
import { makeFolder } from './make-folder.ts';
import type { HostBindings } from './middleware/app-env.ts';
import { openDiskStore } from './providers/media-store/disk.ts';
import { signInProviders } from './providers/sign-in/providers.ts';
import { mastersOnDisk } from './providers/video-model/demo/masters-on-disk.ts';
import { readOrMakeSecret } from './secret-file.ts';
import { tidyUp } from './services/housekeeping.ts';
import { readApiKey } from './services/key-vault.ts';
import { memoryBuckets, STANDARD_RATE_LIMITS } from './services/rate-limit.ts';
import { studios } from './studios.ts';

export type Backend = {
  fetch: (request: Request, host?: HostBindings) => Response | Promise<Response>;
  config: Config;
  /** Begins to work on jobs. Not called where somebody else works on them. */
  startJobs(): void;
  /** Lets requests to models that are under way end, for at most 30 s, then closes the database. */
  close(): Promise<void>;
};

const TIDY_EVERY_MS = 60 * 60 * 1000;

const now = (): number => Date.now();
const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/**
 * Builds the API from an environment and brings its database forward. The caller closes it.
 * @throws ConfigError with one sentence for whoever started the server
 */
export async function startBackend(environment: Environment): Promise<Backend> {
  const config = readConfig(environment, 'embedded');
  const dataDir = await prepareFolder(config.dataDir);
  const db = await openDatabase(config, dataDir);
  try {
    await bringForward(db);
    const deps = await nodeDeps(config, dataDir, db);
    const runner = createJobRunner({
      ...deps,
      readApiKey: (userId) => readApiKey(deps, userId),
      pollMs: config.generationPollMs,
    });
    const app = createApp({ ...deps, wakeJobs: runner.wake });
    let tidying: ReturnType<typeof setInterval> | undefined;
    return {
      fetch: (request, host) => app.fetch(request, host),
      config,
      startJobs: () => {
        runner.start();
        tidying = tidyNowAndThen(deps);
      },
      close: async () => {
        clearInterval(tidying);
        await runner.stop();
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Throws away what is old, now and every hour. A failure is logged and nothing worse: the next time does it. */
function tidyNowAndThen(deps: Pick<Deps, 'db' | 'now' | 'log'>): ReturnType<typeof setInterval> {
  const tidy = (): void =>
    void tidyUp(deps).catch((error: unknown) => deps.log.error('housekeeping_failed', { error }));
  tidy();
  return setInterval(tidy, TIDY_EVERY_MS);
}

async function nodeDeps(config: Config, dataDir: string, db: Db): Promise<Omit<Deps, 'wakeJobs'>> {
  const demo = { readMaster: mastersOnDisk(join(import.meta.dirname, 'demo-masters')), now };
  return {
    config,
    db,
    mediaStore: await openDiskStore(join(dataDir, 'media'), now),
    ...studios(config, config.demoStudio ? demo : null),
    signIn: signInProviders(config, now),
    keySecrets: await keySecrets(config, dataDir),
    rateLimits: STANDARD_RATE_LIMITS,
    rateBuckets: memoryBuckets(),
    fetchPicture: (url, init) => fetch(url, init),
    hasFfmpeg: await hasFfmpeg(config),
    now,
    randomBytes,
    log: createLog((line) => process.stderr.write(`${line}\n`), now),
  };
}

/** The data folder as an absolute path, made when it isn't there. */
async function prepareFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw new ConfigError(`DATA_DIR can't be written: ${path} (${error.code}).`);
  }
  return path;
}

async function openDatabase(config: Config, dataDir: string): Promise<OpenDb> {
  const { database } = config;
  if (database !== null && !database.url.startsWith('file:')) return { ...remoteDatabase(database), close: () => {} };
  const url = database?.url ?? `file:${join(dataDir, 'storyreel.db')}`;
  try {
    return await openFileDatabase(url);
  } catch (error) {
    throw new ConfigError(
      `${database === null ? 'DATA_DIR' : 'DATABASE_URL'} holds no database that can be opened: ${url} (${messageOf(error)}).`,
    );
  }
}

async function bringForward(db: Db): Promise<void> {
  try {
    await migrate(db, now());
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new ConfigError(error.message);
    throw error;
  }
}

async function keySecrets(config: Config, dataDir: string): Promise<KeySecrets> {
  return {
    current: config.keySecret ?? (await readOrMakeSecret(dataDir, randomBytes(32))),
    previous: config.previousKeySecret,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
