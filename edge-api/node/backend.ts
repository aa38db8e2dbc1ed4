/** The API on Node: configuration, folders, database and adapters put together. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { readConfig, type Config, type Environment } from '../config.ts';
import type { Db, Shrinkable } from '#edge-api/db/client.ts';
import type { Deps } from '../deps.ts';
import { startBackupClock, type BackupClock } from './backup-clock.ts';
import { needsFfmpeg, openExportStation, type ExportStation } from './export-station.ts';
import { makeDatabaseShrinkable, shrinkDatabase } from './shrink-database.ts';
import { findPrograms } from './find-program.ts';
import { createExportRunner } from '#edge-api/jobs/export-runner.ts';
import { createJobRunner } from '#edge-api/jobs/runner.ts';
import { createLog } from '../log.ts';
import { createMeters } from '../meters.ts';
import type { HostBindings } from '#edge-api/middleware/app-env.ts';
import {
  bringForward,
  closeDataFolder,
  kekIdsOf,
  openDatabase,
  prepareFolder,
  readKeySecrets,
  refuseBackupsOf,
  refuseUnfinishedRestore,
} from './data-folder.ts';
import { hexOf } from '#shared/bytes.ts';
import { dataFolderDisk } from '#edge-api/providers/disk/data-folder.ts';
import { ffmpegFrames } from '#edge-api/providers/frame-taker/ffmpeg.ts';
import { noFrames } from '#edge-api/providers/frame-taker/port.ts';
import { sampleFromMasters } from '#edge-api/providers/sample-clips/from-masters.ts';
import { signInProviders } from '#edge-api/providers/sign-in/providers.ts';
import { mastersOnDisk } from '#edge-api/providers/video-model/demo/masters-on-disk.ts';
import { countKeys } from '#edge-api/repos/api-keys.ts';
import { isListedProject } from '#edge-api/repos/showcase.ts';
import { atOnceOf } from '#edge-api/services/at-once.ts';
import { cachedCheck } from '#edge-api/services/export-check.ts';
import { holdingStore } from '#edge-api/services/held-store.ts';
import { tidyUp } from '#edge-api/services/housekeeping.ts';
import { readApiKey } from '#edge-api/services/key-vault.ts';
import { personTurns } from '#edge-api/services/person-turns.ts';
import { quotasOf } from '#edge-api/services/quotas.ts';
import { databaseDesk } from '#edge-api/services/export-desk.ts';
import { exportWords } from '#edge-api/services/words.ts';
import { memoryBuckets, rateLimitsOf } from '#edge-api/services/rate-limit.ts';
import { modelsForKey } from '../models-for-key.ts';

export type Backend = {
  fetch: (request: Request, host?: HostBindings) => Response | Promise<Response>;
  config: Config;
  /** Whether search engines may list the page of a project. */
  isListed(projectId: string): Promise<boolean>;
  /** Begins to work on jobs. Not called where somebody else works on them. */
  startJobs(): void;
  /** Lets replies that are on their way and requests to models end, for at most 30 s, then closes the database. */
  close(): Promise<void>;
};

const TIDY_EVERY_MS = 60 * 60 * 1000;
/** As long as the job runner waits for what it has sent. */
const LAST_REPLIES_MS = 30_000;

const now = (): number => Date.now();
const randomBytes = (count: number): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(count));

/** All that a process on this machine hands to the API and to its workers. */
export type NodeDeps = Omit<Deps, 'wakeJobs' | 'areJobsRunning' | 'wakeExports' | 'checkWriter' | 'needsFfmpeg'> &
  ExportStation;

/**
 * Builds the API from an environment and brings its database forward. The caller closes it.
 * @param adapt lets whoever starts it lay something between the API and its host
 * @throws ConfigError with one sentence for whoever started the server
 */
export async function startBackend(
  environment: Environment,
  adapt: (deps: NodeDeps) => NodeDeps = (deps) => deps,
): Promise<Backend> {
  const config = readConfig(environment, 'embedded');
  const dataDir = await prepareFolder(config.dataDir);
  await refuseUnfinishedRestore(dataDir);
  refuseBackupsOf(config, dataDir);
  const db = await openDatabase(config, dataDir);
  try {
    await bringForward(db);
    const deps = adapt(await nodeDeps(config, dataDir, db));
    makeDatabaseShrinkable(db.shrinkable, deps.log);
    deps.log.info('limits', {
      ...deps.quotas,
      atOnce: { ...deps.atOncePerPerson, requests: config.requestsAtOnce },
      perMinute: deps.rateLimits,
      freeBytes: await deps.disk?.freeBytes(),
    });
    const runner = createJobRunner({
      ...deps,
      readApiKey: (userId) => readApiKey(deps, userId),
      pollMs: config.generationPollMs,
    });
    const checkWriter = cachedCheck(deps.movieWriter, deps.now);
    const exports = deps.atOnce > 0 ? createExportRunner({ ...deps, desk: databaseDesk(deps), checkWriter }) : null;
    const app = createApp({
      ...deps,
      checkWriter: exports === null ? null : checkWriter,
      needsFfmpeg: (movie) => needsFfmpeg(deps, movie),
      wakeJobs: runner.wake,
      areJobsRunning: runner.isRunning,
      wakeExports: exports?.wake ?? (() => {}),
    });
    const replies = new Set<Promise<unknown>>();
    let backups: BackupClock | undefined;
    let tidying: ReturnType<typeof setInterval> | undefined;
    return {
      fetch: (request, host) => noted(replies, Promise.resolve(app.fetch(request, host))),
      config,
      isListed: (projectId) => isListedProject(db, projectId),
      startJobs: () => {
        runner.start();
        exports?.start();
        tidying = tidyNowAndThen(deps, db.shrinkable);
        if (config.backupDir !== null)
          backups = startBackupClock({ environment, backupDir: config.backupDir, now: deps.now, log: deps.log });
      },
      close: async () => {
        clearInterval(tidying);
        // Somebody may be waiting for words that are paid for already.
        const lastReplies = Promise.race([
          Promise.allSettled(replies),
          setTimeout(LAST_REPLIES_MS, undefined, { ref: false }),
        ]);
        await Promise.all([runner.stop(), exports?.stop(), backups?.stop(), lastReplies]);
        db.close();
      },
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The same reply, and a note of it for as long as it is on its way. */
function noted<Reply>(replies: Set<Promise<unknown>>, reply: Promise<Reply>): Promise<Reply> {
  const forget = (): void => void replies.delete(reply);
  replies.add(reply);
  reply.then(forget, forget);
  return reply;
}

/** Throws away what is old, now and every hour. A failure is logged and nothing worse: the next time does it. */
function tidyNowAndThen(
  deps: Parameters<typeof tidyUp>[0],
  shrinkable: Shrinkable | null,
): ReturnType<typeof setInterval> {
  const tidy = (): void =>
    void tidyUp(deps)
      .then(() => shrinkDatabase(shrinkable))
      .catch((error: unknown) => deps.log.error('housekeeping_failed', { error }));
  tidy();
  return setInterval(tidy, TIDY_EVERY_MS);
}

async function nodeDeps(config: Config, dataDir: string, db: Db): Promise<NodeDeps> {
  const log = createLog((line) => process.stderr.write(`${line}\n`), now);
  const { ffmpeg } = await findPrograms(config);
  const keySecrets = await readKeySecrets(config, dataDir, db);
  await closeDataFolder(dataDir, log);
  const { unreadable } = await countKeys(db, await kekIdsOf([keySecrets.current, keySecrets.previous]));
  if (unreadable > 0) log.warn('keys_unreadable', { count: unreadable });
  const station = await openExportStation({ config, dataDir, ffmpeg }, now);
  const meters = createMeters();
  const readMaster = mastersOnDisk(join(import.meta.dirname, '../demo-masters'));
  return {
    config,
    db,
    ...station,
    mediaStore: holdingStore(station.mediaStore, { db, now }),
    disk: dataFolderDisk(dataDir, hexOf(randomBytes(8))),
    noExports: null,
    noWorker: exportWords.noWorker,
    frameTaker: ffmpeg === null ? noFrames : ffmpegFrames(ffmpeg),
    sampleClips: sampleFromMasters(readMaster),
    ...modelsForKey(config, config.demoStudio ? { readMaster, now } : null, { meters, now }),
    signIn: signInProviders(config, now),
    keySecrets,
    rateLimits: rateLimitsOf(config),
    quotas: quotasOf(config),
    atOncePerPerson: atOnceOf(config),
    callsUnderWay: new Map(),
    personTurns: personTurns(config.requestsAtOnce),
    rateBuckets: memoryBuckets(),
    visitBuckets: memoryBuckets(),
    fetchPicture: (url, init) => fetch(url, init),
    now,
    randomBytes,
    log,
    meters,
    meterLines: async () => meters.lines(),
  };
}
