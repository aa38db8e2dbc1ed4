/** What a process on this machine works on: the data folder, the database in it, and the secrets beside it. */
import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError, type Config } from '../config.ts';
import type { Db, OpenDb, Shrinkable } from '#edge-api/db/client.ts';
import { migrate, NewerDatabaseError, UnfinishedMoveError } from '#edge-api/db/migrate.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { LONG_ANSWER_MS, remoteDatabase } from '#edge-api/db/open-remote.ts';
import type { KeySecrets } from '../deps.ts';
import type { Log } from '../log.ts';
import { isErrno } from './is-errno.ts';
import { isWithin } from './backup-folder.ts';
import { isThere, makeFolder } from './make-folder.ts';
import { closeToOthers, makePrivateFile } from './private-files.ts';
import { readOrMakeSecret, readSecret, secretPath } from './secret-file.ts';
import { configWords, restoreWords, startWords } from '../operator-words.ts';
import { countKeys } from '#edge-api/repos/api-keys.ts';
import { kekIdOf } from '#edge-api/services/key-envelope.ts';

export const DATABASE_FILE = 'storyreel.db';

/** The data folder as an absolute path, made when it isn't there. */
export async function prepareFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir);
  try {
    await makeFolder(path);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw new ConfigError(startWords.folderNotWritable({ path, code: error.code ?? '' }));
  }
  return path;
}

/** Stands in the data folder while a restore moves the data. */
export const RESTORE_MARK = 'restore-unfinished';

/** @throws ConfigError while a restore is under way, or when one was cut off */
export async function refuseUnfinishedRestore(dataDir: string): Promise<void> {
  const path = join(dataDir, RESTORE_MARK);
  if (await isThere(path)) throw new ConfigError(restoreWords.unfinished({ path }));
}

/** @throws ConfigError where backups can't be made as configured */
export function refuseBackupsOf({ backupDir, database }: Config, dataDir: string): void {
  if (backupDir === null) return;
  if (database !== null && !database.url.startsWith('file:')) throw new ConfigError(configWords.backupRemote);
  if (isWithin(backupDir, dataDir) || isWithin(dataDir, backupDir)) throw new ConfigError(configWords.backupInData);
}

/**
 * The database of a configuration. The caller closes it.
 * @throws ConfigError when it can't be opened
 */
export async function openDatabase(
  config: Config,
  dataDir: string,
): Promise<OpenDb & { shrinkable: Shrinkable | null }> {
  const { database } = config;
  if (database !== null && !database.url.startsWith('file:'))
    return { ...remoteDatabase(database, LONG_ANSWER_MS), close: () => {}, shrinkable: null };
  const url = database?.url ?? `file:${join(dataDir, DATABASE_FILE)}`;
  try {
    // The engine gives its logs the mode that the database has.
    if (database === null) await makePrivateFile(join(dataDir, DATABASE_FILE));
    const db = await openFileDatabase(url);
    return { ...db, shrinkable: db };
  } catch (error) {
    throw new ConfigError(
      startWords.badDatabase({
        variable: database === null ? 'DATA_DIR' : 'DATABASE_URL',
        url,
        reason: messageOf(error),
      }),
    );
  }
}

/**
 * Lets nobody else on this machine read the data folder, its secret, and its database, and says in the log where they
 * still can.
 */
export async function closeDataFolder(dataDir: string, log: Log): Promise<void> {
  const files = [secretPath(dataDir), ...['', '-wal', '-shm'].map((end) => join(dataDir, DATABASE_FILE + end))];
  for (const open of await closeToOthers(dataDir, files)) log.warn('open_to_others', open);
}

/** @throws ConfigError when a newer release wrote the database, or when it is still being moved */
export async function bringForward(db: Db): Promise<void> {
  try {
    await migrate(db, Date.now());
  } catch (error) {
    if (error instanceof NewerDatabaseError || error instanceof UnfinishedMoveError)
      throw new ConfigError(error.message);
    throw error;
  }
}

/**
 * What API keys are encrypted under: as configured, else as kept in the data folder. A new secret is made only where no
 * key needs the one that is missing.
 * @throws ConfigError
 */
export async function readKeySecrets(config: Config, dataDir: string, db: Db): Promise<KeySecrets> {
  const previous = config.previousKeySecret;
  if (config.keySecret !== null) return { current: config.keySecret, previous };
  // Whoever saved a key had a secret by then, so the file is looked for after the keys.
  const { unreadable } = await countKeys(db, await kekIdsOf([previous]));
  const kept = await readSecret(dataDir);
  if (kept === null && unreadable > 0)
    throw new ConfigError(startWords.missingSecret({ path: secretPath(dataDir), count: unreadable }));
  return { current: kept ?? (await readOrMakeSecret(dataDir, crypto.getRandomValues(new Uint8Array(32)))), previous };
}

/** The names of those secrets that are there. */
export function kekIdsOf(secrets: readonly (Uint8Array<ArrayBuffer> | null)[]): Promise<string[]> {
  return Promise.all(secrets.filter((secret) => secret !== null).map((secret) => kekIdOf(secret)));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
