/** Backups as folders: `<BACKUP_DIR>/storyreel-<time>/` with the database, its media, and a list of what is in it. */
import { copyFile, link, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { z } from 'zod';
import { sha256Schema } from '#shared/entities/id.ts';
import { isErrno } from './is-errno.ts';
import { makeFolder } from './make-folder.ts';

export const BACKUP_DATABASE = 'storyreel.db';
export const BACKUP_LIST = 'backup.json';
const NAME = /^storyreel-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3})Z$/;
const UNFINISHED = 'unfinished-';

const fileSchema = z.object({ sha256: sha256Schema, sizeBytes: z.number().int() });

/** What a backup says of itself. It is written last, so a folder that has it is whole. */
export const backupListSchema = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAtMs: z.number(),
  files: z.array(fileSchema),
  /** Files that rows named and that were not there when it was made. */
  missing: z.array(fileSchema),
});
export type BackupList = z.infer<typeof backupListSchema>;

/** Where a backup keeps a file, as the media folder does. */
export function mediaPath(root: string, sha256: string): string {
  return join(root, 'media', sha256.slice(0, 2), sha256);
}

export function backupName(nowMs: number): string {
  return `storyreel-${new Date(nowMs).toISOString().replaceAll(/[:.]/g, '-').replace(/Z$/, '')}Z`;
}

/** When a backup of this name was made; null for anything else. */
function timeOfName(name: string): number | null {
  const time = NAME.exec(name)?.[1];
  if (time === undefined) return null;
  const [day = '', clock = ''] = time.split('T');
  const [hours, minutes, seconds, milliseconds] = clock.split('-');
  const at = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(at) ? null : at;
}

export type FoundBackup = { folder: string; createdAtMs: number };

/** The whole backups of a folder, the newest first. */
export async function listBackups(root: string, nowMs: number): Promise<FoundBackup[]> {
  const found: FoundBackup[] = [];
  for (const name of await namesIn(root)) {
    const createdAtMs = timeOfName(name);
    if (createdAtMs !== null) found.push({ folder: join(root, name), createdAtMs });
  }
  const isAhead = ({ createdAtMs }: FoundBackup): number => Number(createdAtMs > nowMs);
  return found.toSorted((a, b) => isAhead(a) - isAhead(b) || b.createdAtMs - a.createdAtMs);
}

/** Removes what runs that failed or were killed have left. */
export async function removeUnfinished(root: string): Promise<void> {
  for (const name of await namesIn(root))
    if (name.startsWith(UNFINISHED)) await rm(join(root, name), { recursive: true, force: true });
}

/** Where a backup is put together until it gets its name. */
export function unfinishedFolder(root: string, name: string): string {
  return join(root, UNFINISHED + name);
}

/** @throws ZodError, or the file system's error where it is no whole backup */
export async function readBackupList(folder: string): Promise<BackupList> {
  return backupListSchema.parse(JSON.parse(await readFile(join(folder, BACKUP_LIST), 'utf8')));
}

/**
 * Puts a file that never changes in a second place: the same bytes on the disk where that is possible, else a copy.
 * @returns false where there is no such file of that size
 */
export async function linkOrCopy(from: string, to: string, sizeBytes: number): Promise<boolean> {
  try {
    if ((await stat(from)).size !== sizeBytes) return false;
    await makeFolder(dirname(to));
    await link(from, to).catch(async (error: unknown) => {
      // Another disk, a file system without links, or as many links as there can be.
      if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].some((code) => isErrno(error, code))) throw error;
      await copyFile(from, to);
      await flush(to);
    });
    return true;
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return false;
    throw error;
  }
}

/** Renames a folder so that the new name outlives a power cut. */
export async function renameDurably(from: string, to: string): Promise<void> {
  await rename(from, to);
  await flush(dirname(to));
}

/** Brings a file or a folder to the disk. */
export async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Whether a path is a folder or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  const [inner, outer] = [resolve(path), resolve(folder)];
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

async function namesIn(root: string): Promise<string[]> {
  await mkdir(root, { recursive: true, mode: 0o700 });
  return readdir(root);
}
