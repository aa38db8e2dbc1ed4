/** What the person can do about a change that the server refused, or can't take: retry it, discard it, or restore the deleted scene. */
import { isStuck } from '#data/stuck-change.ts';
import { isSceneEdit, sceneMadeBy, sceneOfChange, scenesOfChange } from '#data/scene-of-change.ts';
import { hashesIn } from '#data/document/files-of-movie.ts';
import { documentTables, forgetDocument, readBase, showDocument } from '#data/tables/documents.ts';
import type { OutboxRow, OwnFileRow } from '#data/tables/rows.ts';
import { pageDeps, type CommitDeps } from './enact.ts';
import { keptRow } from './read-again.ts';
import { editWords } from './words.ts';

/**
 * Sends it again: as a new request if the server itself refused it. Where something in between did, an earlier try may
 * have come through, so it stays the same request. Own files that it needs and that were refused are sent again before it.
 * Does nothing if it is already settled.
 */
export async function retryRefused(opId: string, deps: CommitDeps = pageDeps): Promise<void> {
  await withRefused(opId, deps, async (row) => {
    if (isStuck(row)) {
      await deps.db.outbox.update(row.seq, { nextAt: 0, unanswered: 0 });
      // One that is due already, or on its way, stays as it was.
      return row.nextAt > 0;
    }
    for (const sha256 of hashesIn(row.change)) await retryFile(deps, { userId: row.userId, sha256 });
    const isServers = (row.refusal?.code ?? null) !== null;
    await deps.db.outbox.put({ ...row, ...afresh(deps), ...(!isServers && { opId: row.opId, request: row.request }) });
    return true;
  });
}

/** Sends a file again that the server refused, or can't take now, and all that was refused for want of it. */
export async function retryUpload(file: FileKey, deps: CommitDeps = pageDeps): Promise<void> {
  await retryFile(deps, file);
  const parked = await deps.db.outbox.filter(({ state }) => state === 'parked').toArray();
  for (const { change, opId, userId } of parked)
    if (userId === file.userId && hashesIn(change).includes(file.sha256)) await retryRefused(opId, deps);
}

type FileKey = Pick<OwnFileRow, 'userId' | 'sha256'>;

async function retryFile({ db }: CommitDeps, { userId, sha256 }: FileKey): Promise<void> {
  await db.ownFiles
    .where('[userId+sha256]')
    .equals([userId, sha256])
    .filter(({ state }) => state !== 'sent')
    .modify({ state: 'waiting', sentence: null });
}

/** Discards it: the row shows what the server has, and changes that depend on it are discarded too. */
export async function discardRefused(opId: string, deps: CommitDeps = pageDeps): Promise<void> {
  await withRefused(opId, deps, async (row) => {
    const { db } = deps;
    const rows = await db.outbox.where('projectId').equals(row.projectId).toArray();
    const isAll = row.change.kind === 'create-project' || row.refusal?.isProjectGone === true;
    const made = sceneMadeBy(row.change);
    const scene = made ?? sceneOfChange(row.change);
    // Later changes of a scene that doesn’t exist can’t be sent either.
    const takesFollowers = made !== null || row.refusal?.code === 'not_found';
    const gone = rows.filter(
      (other) =>
        isAll ||
        other.seq === row.seq ||
        (takesFollowers && scene !== null && other.seq > row.seq && scenesOfChange(other.change).includes(scene)),
    );
    await db.outbox.bulkDelete(gone.map((other) => other.seq));
    if (isAll) {
      await forgetDocument(db, row.projectId);
      return true;
    }
    const base = await readBase(db, row.projectId, row.userId);
    const isOrphan = scene !== null && base.orphanIds.includes(scene) && takesFollowers;
    const kept = isOrphan
      ? {
          ...base,
          scenes: base.scenes.filter(({ id, parentSceneId }) => id !== scene && parentSceneId !== scene),
          orphanIds: base.orphanIds.filter((id) => id !== scene),
        }
      : base;
    await db.bases.put(kept);
    await showDocument(db, kept, [row.change]);
    return true;
  });
}

/** Restores a scene that was deleted elsewhere, and then sends its edit again, and all that was done to it since. */
export async function restoreAndRetry(opId: string, deps: CommitDeps = pageDeps): Promise<void> {
  await withRefused(opId, deps, async (row) => {
    const { db } = deps;
    if (!isSceneEdit(row.change)) return false;
    const rows = await db.outbox.where('projectId').equals(row.projectId).sortBy('seq');
    const later = followersOf(row, row.change.sceneId, rows);
    const restoring = {
      ...row,
      ...afresh(deps),
      label: editWords.restoreScene,
      change: { kind: 'restore-scene' as const, sceneId: row.change.sceneId },
      madeOn: null,
    };
    // It takes the edit's place in the queue; the edit, and what counts on the scene, go behind it in their order.
    await db.outbox.bulkDelete(later.map(({ seq }) => seq));
    await db.outbox.put(restoring);
    for (const { seq: _, ...each } of [{ ...row, ...afresh(deps) }, ...later]) await db.outbox.add(each);
    return true;
  });
}

/** The later changes of a scene, and those of scenes that these make, in their order. */
function followersOf({ seq }: OutboxRow, sceneId: string, rows: readonly OutboxRow[]): OutboxRow[] {
  const scenes = new Set([sceneId]);
  return rows.filter((other) => {
    const own = scenesOfChange(other.change);
    if (other.seq <= seq || !own.some((id) => scenes.has(id))) return false;
    for (const id of own) scenes.add(id);
    return true;
  });
}

type Afresh = Pick<
  OutboxRow,
  'opId' | 'request' | 'attempts' | 'unanswered' | 'trouble' | 'conflicts' | 'nextAt' | 'state' | 'refusal'
>;

function afresh({ device }: CommitDeps): Afresh {
  const counts = { attempts: 0, unanswered: 0, conflicts: 0, nextAt: 0 };
  return { ...counts, trouble: null, opId: device.newId(), request: null, state: 'waiting', refusal: null };
}

/**
 * What it did is read again, as after any edit.
 * @param work answers whether it made the row another one
 * @throws AppError `storage_full` when this browser didn't keep it
 */
async function withRefused(
  opId: string,
  { db }: CommitDeps,
  work: (row: OutboxRow) => Promise<boolean>,
): Promise<void> {
  let before: OutboxRow | null = null;
  const act = db.transaction('rw', [...documentTables(db), db.ownFiles], async () => {
    const row = await db.outbox.where('opId').equals(opId).first();
    if (!row || !(row.state === 'parked' || isStuck(row))) return;
    if (await work(row)) before = row;
  });
  await keptRow(act, async () => before === null || isOtherNow(db, before));
}

/** Refused once more, it was refused at another time. One that is gone was sent or discarded, unless everything is gone. */
async function isOtherNow(db: CommitDeps['db'], before: OutboxRow): Promise<boolean> {
  const now = await db.outbox.get(before.seq);
  if (now === undefined) return (await db.users.count()) > 0;
  return (
    now.opId !== before.opId ||
    now.state !== before.state ||
    now.nextAt !== before.nextAt ||
    now.refusal?.at !== before.refusal?.at
  );
}
