/** What a process on this machine works on: the data folder, the database in it, and the secrets beside it. */
import { access, constants } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError, type Config } from '../config.ts';
import type { Db, OpenDb } from '#edge-api/db/client.ts';
import { migrate, NewerDatabaseError } from '#edge-api/db/migrate.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { remoteDatabase } from '#edge-api/db/open-remote.ts';
import type { KeySecrets } from '../deps.ts';
import { isErrno } from './is-errno.ts';
import { makeFolder } from './make-folder.ts';
import { readOrMakeSecret } from './secret-file.ts';
import { startWords } from '../operator-words.ts';

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

/**
 * The database of a configuration. The caller closes it.
 * @throws ConfigError when it can't be opened
 */
export async function openDatabase(config: Config, dataDir: string): Promise<OpenDb> {
  const { database } = config;
  if (database !== null && !database.url.startsWith('file:')) return { ...remoteDatabase(database), close: () => {} };
  const url = database?.url ?? `file:${join(dataDir, 'storyreel.db')}`;
  try {
    return await openFileDatabase(url);
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

/** @throws ConfigError when a newer release wrote the database */
export async function bringForward(db: Db): Promise<void> {
  try {
    await migrate(db, Date.now());
  } catch (error) {
    if (error instanceof NewerDatabaseError) throw new ConfigError(error.message);
    throw error;
  }
}

/** What API keys are encrypted under: as configured, else as kept in the data folder. @throws ConfigError */
export async function readKeySecrets(config: Config, dataDir: string): Promise<KeySecrets> {
  return {
    current: config.keySecret ?? (await readOrMakeSecret(dataDir, crypto.getRandomValues(new Uint8Array(32)))),
    previous: config.previousKeySecret,
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
