/** What the server says that a person has of own files, laid over what is known of them here. */
import type { OwnFile } from '#shared/entities/own-file.ts';
import type { StoryreelDb } from '../db.ts';
import { hashesIn, soundsOf } from '../document/files-of-movie.ts';
import type { OwnFileRow } from './rows.ts';

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
