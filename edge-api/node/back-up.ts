/** A copy of the database that is whole at one moment, and the list of the files that its rows name. */
import { open, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConfigError, readConfig, type Environment } from '../config.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { isThere } from './make-folder.ts';
import { openDatabase, prepareFolder } from './data-folder.ts';
import { makePrivateFile } from './private-files.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import { listBlobs, type NamedBlob } from '#edge-api/repos/blobs.ts';
import { backupWords as words } from '../operator-words.ts';

export type Backup = {
  /** The copy of the database. */
  file: string;
  /** One line a file in the media folder: its SHA-256 (which is its name) and its size in bytes. */
  mediaList: string;
  blobs: NamedBlob[];
  /** Files that rows name and that are not in the media folder. */
  missing: NamedBlob[];
};

/**
 * Makes a backup while a server may be running on the same data. Files of the media folder never change once they are
 * there, so they can be copied afterwards, by the list. The secret that API keys are encrypted under is not part of it.
 * @throws ConfigError with one sentence for whoever asked for it
 */
export async function backUp(environment: Environment, target: string): Promise<Backup> {
  const config = readConfig(environment, 'embedded');
  if (config.database !== null && !config.database.url.startsWith('file:')) throw new ConfigError(words.remote);
  const file = resolve(target);
  if (await isThere(file)) throw new ConfigError(words.fileExists({ file }));
  const dataDir = await prepareFolder(config.dataDir);
  if (config.database === null && !(await isThere(join(dataDir, 'storyreel.db'))))
    throw new ConfigError(words.noDatabase({ folder: dataDir }));
  await copyDatabase(await openDatabase(config, dataDir), file);
  const blobs = await blobsOf(file);
  const mediaList = `${file}.media.txt`;
  await writeFile(mediaList, blobs.map(({ sha256, sizeBytes }) => `${sha256} ${sizeBytes}\n`).join(''), {
    flush: true,
    mode: 0o600,
  });
  const store = await openDiskStore(join(dataDir, 'media'), Date.now);
  const missing: NamedBlob[] = [];
  for (const blob of blobs) if ((await store.size(blob.sha256)) !== blob.sizeBytes) missing.push(blob);
  return { file, mediaList, blobs, missing };
}

/** Reads one state of the database while others write, and gives the copy its name when it is whole and on the disk. */
async function copyDatabase(db: Awaited<ReturnType<typeof openDatabase>>, file: string): Promise<void> {
  const partial = `${file}.partial`;
  try {
    await rm(partial, { force: true });
    // SQLite writes into an empty file and leaves its mode as it is.
    await makePrivateFile(partial);
    await db.execute({ sql: 'vacuum into :partial', args: { partial } });
    await flush(partial);
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw new ConfigError(words.failed({ reason: error instanceof Error ? error.message : String(error) }));
  } finally {
    db.close();
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The list is read from the copy, so that both are of one moment. */
async function blobsOf(file: string): Promise<NamedBlob[]> {
  const copy = await openFileDatabase(`file:${file}`);
  try {
    const blobs = await listBlobs(copy);
    await copy.execute('pragma journal_mode = delete');
    return blobs;
  } finally {
    copy.close();
  }
}
