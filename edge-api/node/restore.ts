/**
 * Puts a backup in the place of the data. It is copied and checked first, the replaced data is kept aside, and nobody may
 * have the database open meanwhile.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { ConfigError, readConfig, type Environment } from '../config.ts';
import type { Db } from '#edge-api/db/client.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { parseFirst } from '#edge-api/db/rows.ts';
import { countKeys } from '#edge-api/repos/api-keys.ts';
import { listBlobs } from '#edge-api/repos/blobs.ts';
import { forgetUnsentWork } from '#edge-api/repos/restored.ts';
import { restoreWords as words } from '../operator-words.ts';
import {
  BACKUP_DATABASE,
  backupName,
  flush,
  linkOrCopy,
  mediaPath,
  readBackupList,
  renameDurably,
  type BackupList,
} from './backup-folder.ts';
import { bringForward, DATABASE_FILE, kekIdsOf, prepareFolder, RESTORE_MARK } from './data-folder.ts';
import { isThere } from './make-folder.ts';
import { readSecret } from './secret-file.ts';

export type Restored = {
  /** Where the data is that was there before; null when there was none. */
  replaced: string | null;
  files: number;
  /** Files that were missing already when the backup was made. */
  missing: number;
  /** API keys that the secret of this folder can't open. */
  unreadableKeys: number;
};

/**
 * @param backup a folder that a scheduled backup made
 * @throws ConfigError with one sentence: nothing was changed then
 */
export async function restoreBackup(environment: Environment, backup: string, nowMs: number): Promise<Restored> {
  const config = readConfig(environment, 'embedded');
  if (config.database !== null) throw new ConfigError(words.ownDatabase);
  const folder = resolve(backup);
  const dataDir = await prepareFolder(config.dataDir);
  const list = await readList(folder);
  const unlock = await lockDatabase(dataDir);
  const staging = join(dataDir, `restoring-${backupName(nowMs)}`);
  try {
    await mkdir(staging, { mode: 0o700 });
    await stage(folder, staging, list);
    const secrets = [config.keySecret ?? (await readSecret(dataDir)), config.previousKeySecret];
    const unreadableKeys = await prepareDatabase(join(staging, BACKUP_DATABASE), list, secrets, nowMs);
    const replaced = await swap(dataDir, staging, join(dataDir, `replaced-${backupName(nowMs)}`), unlock);
    return { replaced, files: list.files.length, missing: list.missing.length, unreadableKeys };
  } finally {
    await unlock();
    await rm(staging, { recursive: true, force: true });
  }
}

async function readList(folder: string): Promise<BackupList> {
  try {
    return await readBackupList(folder);
  } catch (error) {
    throw new ConfigError(words.noBackup({ folder, reason: messageOf(error) }));
  }
}

/**
 * Takes the database for itself, which nobody gets who has it open, be it a server, an export worker, or a command.
 * @returns what gives it back
 * @throws ConfigError when somebody has it open
 */
async function lockDatabase(dataDir: string): Promise<() => Promise<void>> {
  const path = join(dataDir, DATABASE_FILE);
  if (!(await isThere(path))) return async () => {};
  const db = await openFileDatabase(`file:${path}`);
  try {
    await db.execute('pragma busy_timeout = 0');
    // The write-ahead log is given up only by who is alone.
    const mode = parseFirst(z.object({ journal_mode: z.string() }), await db.execute('pragma journal_mode = delete'));
    if (mode?.journal_mode !== 'delete') throw new ConfigError(words.inUse);
    await db.execute('pragma locking_mode = exclusive');
    await db.execute('create table if not exists restore_lock (id integer)');
    await db.execute('drop table restore_lock');
  } catch (error) {
    db.close();
    throw error instanceof ConfigError || isLocked(error) ? new ConfigError(words.inUse) : error;
  }
  let isHeld = true;
  return async () => {
    if (!isHeld) return;
    isHeld = false;
    // A lock in this mode is given up by the next look at the file, and the engine may close it a while later.
    await db.execute('pragma locking_mode = normal');
    await db.execute('select count(*) from sqlite_master');
    db.close();
  };
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /locked|busy/i.test(error.message);
}

/** Copies the backup beside the data, and reads every file of it to its end. @throws ConfigError for a damaged one */
async function stage(folder: string, staging: string, list: BackupList): Promise<void> {
  const database = join(staging, BACKUP_DATABASE);
  try {
    await copyFile(join(folder, BACKUP_DATABASE), database);
  } catch (error) {
    throw new ConfigError(words.noBackup({ folder, reason: messageOf(error) }));
  }
  await flush(database);
  for (const { sha256, sizeBytes } of list.files) {
    const path = mediaPath(staging, sha256);
    const isThereWhole = await linkOrCopy(mediaPath(folder, sha256), path, sizeBytes);
    if (!isThereWhole || (await hashOf(path)) !== sha256) throw new ConfigError(words.damagedFile({ sha256 }));
  }
  await mkdir(join(staging, 'media'), { recursive: true });
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/**
 * Checks the copy of the database, brings it forward, and takes out what must not come back.
 * @returns how many API keys can't be opened
 */
async function prepareDatabase(
  path: string,
  list: BackupList,
  secrets: Parameters<typeof kekIdsOf>[0],
  nowMs: number,
): Promise<number> {
  try {
    const db = await openFileDatabase(`file:${path}`);
    try {
      await requireSound(db);
      const known = new Set([...list.files, ...list.missing].map(({ sha256 }) => sha256));
      for (const { sha256 } of await listBlobs(db))
        if (!known.has(sha256)) throw new ConfigError(words.damagedFile({ sha256 }));
      await bringForward(db);
      await db.batch(forgetUnsentWork(nowMs), 'write');
      return (await countKeys(db, await kekIdsOf(secrets))).unreadable;
    } finally {
      db.close();
    }
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(words.damagedDatabase({ reason: messageOf(error) }));
  }
}

async function requireSound(db: Db): Promise<void> {
  const row = z.object({ integrity_check: z.string() });
  const found = parseFirst(row, await db.execute('pragma integrity_check'));
  if (found?.integrity_check !== 'ok')
    throw new ConfigError(words.damagedDatabase({ reason: found?.integrity_check ?? '' }));
  const broken = await db.execute('pragma foreign_key_check');
  if (broken.rows.length > 0) throw new ConfigError(words.damagedDatabase({ reason: words.brokenReferences }));
}

/**
 * Moves the data aside and the backup into its place: renames only, on one disk. A server does not start while the mark is
 * there, so that one that comes between finds no empty folder.
 */
async function swap(
  dataDir: string,
  staging: string,
  aside: string,
  unlock: () => Promise<void>,
): Promise<string | null> {
  const mark = join(dataDir, RESTORE_MARK);
  await writeFile(mark, `${staging}\n${aside}\n`, { flush: true });
  await flush(dataDir);
  await unlock();
  let isReplaced = false;
  for (const name of [DATABASE_FILE, `${DATABASE_FILE}-wal`, `${DATABASE_FILE}-shm`, 'media']) {
    if (!(await isThere(join(dataDir, name)))) continue;
    await mkdir(aside, { recursive: true, mode: 0o700 });
    await rename(join(dataDir, name), join(aside, name));
    isReplaced = true;
  }
  await rename(join(staging, 'media'), join(dataDir, 'media'));
  await renameDurably(join(staging, BACKUP_DATABASE), join(dataDir, DATABASE_FILE));
  await rm(mark);
  await flush(dataDir);
  return isReplaced ? aside : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
