/** After an edit, what it wrote is read again: a browser that evicts data, or is about to, may say that a write went well. */
import type { StoryreelDb } from '#data/db.ts';
import { AppError } from '#shared/errors.ts';
import { refusedEditWords } from './words.ts';

/** The revs of rows as an edit left them, by the rows' ids; one that was removed has none. */
export type Written = ReadonlyMap<string, number>;

/** Waits for an edit and reads again what it wrote. @throws AppError `storage_full` when it is not there, or had no room */
export async function kept(db: StoryreelDb, edit: Promise<Written>): Promise<void> {
  await keptAs(
    db,
    edit.then((written) => ({ written, result: null })),
  );
}

/** The same for an edit that answers something. */
export async function keptAs<T>(db: StoryreelDb, edit: Promise<{ written: Written; result: T }>): Promise<T> {
  const { written, result } = await edit.catch(tellOutOfRoom);
  const ids = [...written.keys()];
  const now = await revsOf(db, ids, ids);
  const isOlder = ids.some((id) => (now.get(id) ?? Infinity) < (written.get(id) ?? 0));
  // Rows that have gone while the person is still known here were deleted by somebody.
  const isGone = written.size > 0 && now.size === 0 && (await db.users.count()) === 0;
  if (isOlder || isGone) throw new AppError('storage_full', refusedEditWords.notKept);
  return result;
}

/** The same for a row that is no part of a document. @param isThere whether it is, read anew */
export async function keptRow(edit: Promise<void>, isThere: () => Promise<boolean>): Promise<void> {
  await edit.catch(tellOutOfRoom);
  if (!(await isThere())) throw new AppError('storage_full', refusedEditWords.notKept);
}

function tellOutOfRoom(error: unknown): never {
  throw isOutOfRoom(error) ? new AppError('storage_full', refusedEditWords.noRoom, { cause: error }) : error;
}

/** A transaction that is given up names the reason as its inner error. */
function isOutOfRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === 'QuotaExceededError' || ('inner' in error && isOutOfRoom(error.inner));
}

export async function revsOf(
  db: StoryreelDb,
  projectIds: readonly string[],
  sceneIds: readonly string[],
): Promise<Written> {
  const [projects, scenes] = await Promise.all([
    db.projects.bulkGet([...projectIds]),
    db.scenes.bulkGet([...sceneIds]),
  ]);
  return new Map([...projects, ...scenes].flatMap((row) => (row ? [[row.id, row.rev] as const] : [])));
}
