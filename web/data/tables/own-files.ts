/** A person's own files that this device knows of: taken in here, or told by the server. */
import { z } from 'zod';
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { StoryreelDb } from '../db.ts';
import { hashesIn, soundsOf } from '../document/files-of-movie.ts';
import { readMeta, writeMeta } from './meta.ts';
import type { OwnFileRow } from './rows.ts';

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

/** The server refused something that needs these files: those that it had may be gone there. */
export async function askAgain(db: StoryreelDb, userId: string, hashes: readonly string[]): Promise<void> {
  const keys = hashes.map((sha256): [string, string] => [userId, sha256]);
  const rows = (await db.ownFiles.bulkGet(keys)).filter((row) => row?.state === 'sent');
  for (const row of rows) if (row) await db.ownFiles.put({ ...row, isAskedAgain: true });
}

/** Every own file's state here, by its hash. */
export async function ownFilesNow(db: StoryreelDb, userId: string): Promise<ReadonlyMap<string, OwnFileRow['state']>> {
  const rows = await db.ownFiles.where('userId').equals(userId).toArray();
  return new Map(rows.map(({ sha256, state }) => [sha256, state]));
}

/**
 * Lays down what the server has. What it no longer has goes, unless it is still to be sent; or is sent again, where
 * something here needs it.
 * @param before what was here when the server was asked: what was sent or removed since isn't the server's to tell of
 */
export async function layOwnFiles(
  db: StoryreelDb,
  userId: string,
  files: readonly OwnFile[],
  before: ReadonlyMap<string, OwnFileRow['state']>,
): Promise<void> {
  await db.transaction('rw', [db.ownFiles, db.clips, db.outbox, db.projects], async () => {
    const told = new Set(files.map(({ sha256 }) => sha256));
    const now = await db.ownFiles.where('userId').equals(userId).toArray();
    const known = new Set(now.map(({ sha256 }) => sha256));
    const gone = now.filter(
      ({ sha256, state }) => state === 'sent' && before.get(sha256) === 'sent' && !told.has(sha256),
    );
    const needed = gone.length > 0 ? await neededHere(db, userId) : new Set();
    for (const row of gone) {
      const isHere = (await db.clips.get(row.sha256)) !== undefined;
      if (isHere && (needed.has(row.sha256) || row.isAskedAgain === true))
        await db.ownFiles.put({ ...row, state: 'waiting', isAskedAgain: false, sentBytes: 0 });
      else await db.ownFiles.delete([userId, row.sha256]);
    }
    const there = files.filter(({ sha256 }) => known.has(sha256) || !before.has(sha256));
    await db.ownFiles.bulkPut(
      there.map((file) => ({
        ...{ userId, sha256: file.sha256, file, state: 'sent' as const },
        ...{ sentBytes: file.sizeBytes, sentence: null },
      })),
    );
  });
}

/** What the server must have for these movies: their sound, and what changes that it doesn't have yet name. */
async function neededHere(db: StoryreelDb, userId: string): Promise<ReadonlySet<string>> {
  const [projects, unsent] = await Promise.all([
    db.projects.where('userId').equals(userId).toArray(),
    db.outbox.where('userId').equals(userId).toArray(),
  ]);
  return new Set([
    ...projects.flatMap(({ audio }) => soundsOf(audio)),
    ...hashesIn(unsent.map(({ change }) => change)),
  ]);
}
