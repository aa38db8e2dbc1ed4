/** A person's own files that this device knows of: taken in here, or told by the server. */
import { z } from 'zod';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';
import type { OwnFileRow } from './rows.ts';

/** Keeps a file that was taken in here. One that is there already stays as it is. */
export async function addOwnFile(db: StoryreelDb, userId: string, file: OwnFile): Promise<OwnFileRow> {
  return db.transaction('rw', [db.ownFiles, db.clips], async () => {
    const { sha256, sizeBytes, createdAt } = file;
    await db.clips.put({ sha256, sizeBytes, storedAt: createdAt });
    const known = await db.ownFiles.get([userId, sha256]);
    if (known !== undefined && known.state !== 'refused') return known;
    const row: OwnFileRow = { userId, sha256, file, state: 'waiting', sentBytes: 0, sentence: null };
    await db.ownFiles.put(row);
    return row;
  });
}

/** The files to send, the oldest first; none while uploads pause. */
export async function filesToSend(db: StoryreelDb, userId: string): Promise<OwnFileRow[]> {
  if (await readUploadsPaused(db)) return [];
  const rows = await db.ownFiles.where('userId').equals(userId).toArray();
  const waiting = rows.filter(({ state }) => state === 'waiting');
  return waiting.toSorted((a, b) => a.file.createdAt - b.file.createdAt);
}

/** Hashes of the files that the server doesn't have, or not yet: the bytes here may be the only ones. */
export async function hashesOnlyHere(db: StoryreelDb): Promise<ReadonlySet<string>> {
  const rows = await db.ownFiles.filter(({ state }) => state !== 'sent').toArray();
  return new Set(rows.map(({ sha256 }) => sha256));
}

const PAUSED = 'uploadsPaused';

export function readUploadsPaused(db: StoryreelDb): Promise<boolean> {
  return readMeta(db, PAUSED, z.boolean(), false);
}

export async function pauseUploads(db: StoryreelDb, isPaused: boolean): Promise<void> {
  await writeMeta(db, PAUSED, isPaused);
}

export async function changeUpload(
  db: StoryreelDb,
  { userId, sha256 }: Pick<OwnFileRow, 'userId' | 'sha256'>,
  change: Partial<Pick<OwnFileRow, 'state' | 'sentBytes' | 'sentence' | 'file'>>,
): Promise<void> {
  await db.ownFiles.update([userId, sha256], change);
}

/** Forgets a file and that its bytes are here; they are the caller's to remove. */
export async function forgetOwnFile(
  db: StoryreelDb,
  { userId, sha256 }: Pick<OwnFileRow, 'userId' | 'sha256'>,
): Promise<void> {
  await db.transaction('rw', [db.ownFiles, db.clips], async () => {
    await db.ownFiles.delete([userId, sha256]);
    await db.clips.delete(sha256);
  });
}

/** Lays down what the server has. What it no longer has goes, unless it is still to be sent. */
export async function layOwnFiles(db: StoryreelDb, userId: string, files: readonly OwnFile[]): Promise<void> {
  await db.transaction('rw', db.ownFiles, async () => {
    const told = new Set(files.map(({ sha256 }) => sha256));
    const rows = await db.ownFiles.where('userId').equals(userId).toArray();
    const gone = rows.filter(({ sha256, state }) => state === 'sent' && !told.has(sha256));
    await db.ownFiles.bulkDelete(gone.map(({ sha256 }) => [userId, sha256]));
    await db.ownFiles.bulkPut(
      files.map((file) => ({
        ...{ userId, sha256: file.sha256, file, state: 'sent' as const },
        ...{ sentBytes: file.sizeBytes, sentence: null },
      })),
    );
  });
}
