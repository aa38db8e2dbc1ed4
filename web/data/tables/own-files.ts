/** A person's own files that this device knows of: taken in here, or told by the server. */
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { StoryreelDb } from '../db.ts';
import type { OwnFileRow } from './rows.ts';
import { readUploadsPaused } from './uploads-paused.ts';

/**
 * Keeps a file that was taken in here. One that is there already stays as it is; but the server is asked again for one that
 * it had: it may have been removed on another device.
 */
export async function addOwnFile(db: StoryreelDb, userId: string, file: OwnFile): Promise<OwnFileRow> {
  return db.transaction('rw', [db.ownFiles, db.clips], async () => {
    const { sha256, sizeBytes, createdAt } = file;
    await db.clips.put({ sha256, sizeBytes, storedAt: createdAt });
    const known = await db.ownFiles.get([userId, sha256]);
    if (known?.state === 'sent') await db.ownFiles.update([userId, sha256], { isAskedAgain: true });
    if (known !== undefined && known.state !== 'refused') return known;
    const row: OwnFileRow = { userId, sha256, file, state: 'waiting', sentBytes: 0, sentence: null };
    await db.ownFiles.put(row);
    return row;
  });
}

/** The files to send or to ask for again, the oldest first; none while uploads pause. */
export async function filesToSend(db: StoryreelDb, userId: string): Promise<OwnFileRow[]> {
  if (await readUploadsPaused(db)) return [];
  const rows = await db.ownFiles.where('userId').equals(userId).toArray();
  const waiting = rows.filter(({ state, isAskedAgain }) => state === 'waiting' || isAskedAgain === true);
  return waiting.toSorted((a, b) => a.file.createdAt - b.file.createdAt);
}

/** Hashes of the files that the server doesn't have, or not yet: the bytes here may be the only ones. */
export async function hashesOnlyHere(db: StoryreelDb): Promise<ReadonlySet<string>> {
  const rows = await db.ownFiles.filter(({ state }) => state !== 'sent').toArray();
  return new Set(rows.map(({ sha256 }) => sha256));
}

export async function changeUpload(
  db: StoryreelDb,
  { userId, sha256 }: Pick<OwnFileRow, 'userId' | 'sha256'>,
  change: Partial<Pick<OwnFileRow, 'state' | 'sentBytes' | 'sentence' | 'file' | 'isAskedAgain'>>,
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
