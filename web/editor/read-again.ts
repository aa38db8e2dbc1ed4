/** After an edit, what it wrote is read again: a browser that evicts data, or is about to, may say that a write went well. */
import type { StoryreelDb } from '#data/db.ts';
import { isOutOfRoom } from '#data/room.ts';
import { AppError } from '#shared/errors.ts';
import type { CommitDeps } from './enact.ts';
import { refusedEditWords } from './words.ts';

/** The revs of rows as an edit left them, by the rows' ids; one that was removed has none. */
export type Written = ReadonlyMap<string, number>;

/** An edit in a transaction of its own. It is tried again with other deps where it has no room. */
type Edit<T> = (deps: CommitDeps) => Promise<T>;

/** Carries an edit out and reads again what it wrote. @throws AppError `storage_full` when it is not there, or had no room */
export async function kept(deps: CommitDeps, edit: Edit<Written>): Promise<void> {
  await keptAs(deps, async (now) => ({ written: await edit(now), result: null }));
}

/** The same for an edit that answers something. */
export async function keptAs<T>(deps: CommitDeps, edit: Edit<{ written: Written; result: T }>): Promise<T> {
  const { db } = deps;
  const { written, result } = await withRoom(deps, edit).catch(tellOutOfRoom);
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

/** The document goes before everything that can be made again, and before versions that nobody asked for. */
async function withRoom<T>(deps: CommitDeps, edit: Edit<T>): Promise<T> {
  try {
    return await edit(deps);
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
  }
  // What can't be removed leaves no less room than there was.
  await deps.makeRoom?.().catch(() => undefined);
  try {
    return await edit(deps);
  } catch (error) {
    if (!isOutOfRoom(error)) throw error;
  }
  return await edit({ ...deps, isShortOfRoom: true });
}

function tellOutOfRoom(error: unknown): never {
  throw isOutOfRoom(error) ? new AppError('storage_full', refusedEditWords.noRoom, { cause: error }) : error;
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
