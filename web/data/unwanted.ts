/** What somebody opened or made here without an account, and never came back for. */
import type { StoryreelDb } from './db.ts';
import type { MovieFiles } from './movie-files.ts';
import { isRunning, isTiedToTab } from './tables/exports.ts';
import { forgetOpenedFile, NOBODY, readOpenedClips, readOpenedFile } from './tables/opened-file.ts';

/** Time to come back and sign in. */
const KEPT_MS = 7 * 86_400_000;

/** Held together by the pages that show an opened file. While one does, nothing of it is unwanted. */
const LOCK = 'storyreel-opened-file';

/** Resolves when nothing is freed any more, until the signal is aborted. @throws AbortError */
export function keepFromFreeing(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const untilAborted = (): Promise<void> =>
      new Promise((release) => {
        if (signal.aborted) release();
        signal.addEventListener('abort', () => release(), { once: true });
        resolve();
      });
    navigator.locks.request(LOCK, { mode: 'shared', signal }, untilAborted).catch(reject);
  });
}

/** Does it unless a page shows an opened file. */
export async function unlessOpened(work: () => Promise<void>): Promise<void> {
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock !== null) await work();
  });
}

/**
 * Forgets it after a week: the file that was opened, whose clips are then unused, and the movies that were made of one. A
 * file that is to be imported once somebody signs in stays.
 */
export async function forgetUnwanted(
  db: StoryreelDb,
  movies: Pick<MovieFiles, 'remove'>,
  nowMs: number,
): Promise<void> {
  const since = nowMs - KEPT_MS;
  const old = await db.exports
    .filter((row) => row.userId === NOBODY && !isRunning(row) && !isTiedToTab(row) && row.createdAt < since)
    .toArray();
  for (const { id, storedName } of old) {
    // The row first: none is to offer a movie that is gone.
    await db.exports.delete(id);
    if (storedName !== '') await movies.remove(storedName);
  }
  if ((await db.exports.filter(isTiedToTab).count()) > 0) return;
  const [opened, clips] = await Promise.all([readOpenedFile(db), readOpenedClips(db)]);
  if (opened === null && clips.size === 0) return;
  if (opened?.isWanted === true) return;
  const rows = await db.clips.bulkGet([...clips]);
  const openedAt = Math.max(opened === null ? 0 : timeOf(opened.id), ...rows.map((row) => row?.storedAt ?? 0));
  if (openedAt < since) await forgetOpenedFile(db);
}

/** When an id was made: the first 48 bits of a UUIDv7 are milliseconds since the epoch (RFC 9562). */
function timeOf(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
}
