/** One scheduled backup: everything a restore needs but the secret, whole or not at all, and no more of them than wanted. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError, readConfig, type Environment } from '../config.ts';
import { backupWords as words } from '../operator-words.ts';
import { version } from '../version.ts';
import { backUp } from './back-up.ts';
import {
  BACKUP_DATABASE,
  BACKUP_LIST,
  backupName,
  flush,
  linkOrCopy,
  listBackups,
  mediaPath,
  removeUnfinished,
  renameDurably,
  unfinishedFolder,
  type BackupList,
} from './backup-folder.ts';

export type ScheduledBackup = { folder: string; files: number; missing: number; removed: number };

/**
 * Makes a backup in BACKUP_DIR while a server may be running, and removes the oldest beyond BACKUP_KEEP. One that fails
 * leaves nothing behind and removes none.
 * @throws ConfigError, or the error of the disk or the database
 */
export async function makeScheduledBackup(environment: Environment, nowMs: number): Promise<ScheduledBackup> {
  const { backupDir, backupKeep, dataDir } = readConfig(environment, 'embedded');
  if (backupDir === null) throw new ConfigError(words.noFolder);
  const root = resolve(backupDir);
  const [newest] = await listBackups(root, nowMs);
  await removeUnfinished(root);
  const name = backupName(nowMs);
  const unfinished = unfinishedFolder(root, name);
  try {
    const { list, missing } = await fill(environment, unfinished, {
      nowMs,
      // A file that the last backup has costs nothing then, also where the media are on another disk.
      sources: [...(newest === undefined ? [] : [newest.folder]), resolve(dataDir)],
    });
    await renameDurably(unfinished, join(root, name));
    const surplus = (await listBackups(root, nowMs)).slice(backupKeep);
    for (const { folder } of surplus) await rm(folder, { recursive: true, force: true });
    return { folder: join(root, name), files: list.files.length, missing, removed: surplus.length };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

async function fill(
  environment: Environment,
  folder: string,
  { nowMs, sources }: { nowMs: number; sources: readonly string[] },
): Promise<{ list: BackupList; missing: number }> {
  await mkdir(folder, { mode: 0o700 });
  const { blobs, mediaList } = await backUp(environment, join(folder, BACKUP_DATABASE));
  await rm(mediaList);
  const list: BackupList = { format: 1, version, createdAtMs: nowMs, files: [], missing: [] };
  for (const blob of blobs) {
    const isKept = await keepFile(sources, folder, blob);
    (isKept ? list.files : list.missing).push(blob);
  }
  await writeFile(join(folder, BACKUP_LIST), `${JSON.stringify(list, null, 2)}\n`, { flush: true, mode: 0o600 });
  await flush(folder);
  return { list, missing: list.missing.length };
}

async function keepFile(
  sources: readonly string[],
  folder: string,
  { sha256, sizeBytes }: { sha256: string; sizeBytes: number },
): Promise<boolean> {
  for (const source of sources)
    if (await linkOrCopy(mediaPath(source, sha256), mediaPath(folder, sha256), sizeBytes)) return true;
  return false;
}
