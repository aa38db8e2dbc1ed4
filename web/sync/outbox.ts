/** The outbox as the drain sees it: which change goes next, and what becomes of it. Each function is one transaction. */
import type { Change } from '#data/change.ts';
import { sceneOfChange } from '#data/scene-of-change.ts';
import type { StoryreelDb } from '#data/db.ts';
import { documentTables, forgetDocument, readBase, showDocument } from '#data/tables/documents.ts';
import type { BaseRow, FrozenRequest, OutboxRow, Refusal } from '#data/tables/rows.ts';
import { acknowledge } from './acknowledge.ts';
import { dueAt } from './backoff.ts';
import { requestOf } from './change-request.ts';
import { overruledEntry } from './conflict.ts';

/** A change that is on its way. */
export type Claim = OutboxRow & { request: FrozenRequest };
export type NextClaim = { kind: 'claim'; row: Claim } | { kind: 'later'; at: number } | { kind: 'none' };

/**
 * Takes the next change of a project, in order. The first time, the patches of the same row that directly follow are
 * folded into it and its request is made; from then on it is never changed.
 */
export function claimNext(db: StoryreelDb, projectId: string, userId: string, now: number): Promise<NextClaim> {
  return db.transaction('rw', documentTables(db), async () => {
    const rows = (await db.outbox.where('projectId').equals(projectId).sortBy('seq')).filter(
      (row) => row.userId === userId,
    );
    const next = nextToSend(rows);
    if (!next) return { kind: 'none' };
    const at = dueAt(next.nextAt, now);
    if (at > now) return { kind: 'later', at };
    const row = next.request ? { ...next, request: next.request } : await freeze(db, next, rows);
    const claimed: Claim = { ...row, attempts: row.attempts + 1 };
    await db.outbox.put(claimed);
    return { kind: 'claim', row: claimed };
  });
}

/**
 * The change that goes next: the first that waits and that no refused one holds up.
 * @param rows of one project and one person, in their order
 */
export function nextToSend(rows: readonly OutboxRow[]): OutboxRow | null {
  return rows.find((row) => row.state === 'waiting' && !isHeldUp(row, rows)) ?? null;
}

/** Whether an earlier change that the server refused must be settled first: one of the same row, or the project's own creation. */
function isHeldUp(row: OutboxRow, rows: readonly OutboxRow[]): boolean {
  return rows.some(
    (earlier) =>
      earlier.state === 'parked' &&
      earlier.seq < row.seq &&
      (earlier.change.kind === 'create-project' ||
        (sceneOfChange(earlier.change) !== null && sceneOfChange(earlier.change) === sceneOfChange(row.change))),
  );
}

async function freeze(db: StoryreelDb, row: OutboxRow, rows: readonly OutboxRow[]): Promise<Claim> {
  const folded: number[] = [];
  let change = row.change;
  for (const later of rows) {
    if (later.seq <= row.seq || later.state !== 'waiting' || later.request !== null) continue;
    // What was made on another version replaces other values.
    const both = later.madeOn === row.madeOn ? fold(change, later.change) : null;
    if (both) {
      change = both;
      folded.push(later.seq);
    } else if (standsBetween(change, later.change)) break;
  }
  await db.outbox.bulkDelete(folded);
  return { ...row, change, request: requestOf(change, await readBase(db, row.projectId, row.userId)) };
}

function fold(first: Change, second: Change): Change | null {
  if (first.kind === 'patch-project' && second.kind === 'patch-project')
    return { kind: 'patch-project', patch: { ...first.patch, ...second.patch } };
  if (first.kind === 'patch-scene' && second.kind === 'patch-scene' && first.sceneId === second.sceneId) {
    return { ...first, patch: { ...first.patch, ...second.patch } };
  }
  return null;
}

/** Whether a later patch may not be drawn past this change: it deletes the patched row, or brings it back. */
function standsBetween(patch: Change, other: Change): boolean {
  if (other.kind === 'delete-project') return true;
  const scene = sceneOfChange(other);
  return scene !== null && scene === sceneOfChange(patch);
}

/** The server has taken a change and answered its rows. @throws ZodError when they have another shape */
export function settle(db: StoryreelDb, row: OutboxRow, reply: unknown): Promise<void> {
  return db.transaction('rw', documentTables(db), async () => {
    if (!(await isUnsettled(db, row))) return;
    const base = acknowledge(await readBase(db, row.projectId, row.userId), row.change, reply);
    await db.outbox.delete(row.seq);
    await showOrForget(db, row.projectId, base);
  });
}

/** The row that a change would have deleted was gone already. */
export function settleGone(db: StoryreelDb, row: OutboxRow): Promise<void> {
  return db.transaction('rw', documentTables(db), async () => {
    if (!(await isUnsettled(db, row))) return;
    const { change, projectId, userId } = row;
    await db.outbox.delete(row.seq);
    if (change.kind === 'delete-project') return forgetDocument(db, projectId);
    const base = await readBase(db, projectId, userId);
    const gone = sceneOfChange(change);
    await showOrForget(db, projectId, {
      ...base,
      scenes: base.scenes.filter((scene) => scene.id !== gone && scene.parentSceneId !== gone),
    });
  });
}

/**
 * Not now: it stays as it is and is sent again later.
 * @param until the time for a number of failures in a row; asked of what is stored, which a wake may have set back since
 */
export function defer(db: StoryreelDb, row: OutboxRow, until: (failures: number) => number): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const stored = await db.outbox.get(row.seq);
    const unanswered = (stored?.unanswered ?? 0) + 1;
    const nextAt = until(unanswered);
    if (await isUnsettled(db, row)) await db.outbox.update(row.seq, { unanswered, nextAt });
    return nextAt;
  });
}

/** The server refused it for good: it waits for the person and holds up nothing but what builds on it. */
export function park(db: StoryreelDb, row: OutboxRow, refusal: Refusal): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    if (await isUnsettled(db, row)) await db.outbox.update(row.seq, { state: 'parked', refusal });
  });
}

/** Whether nobody else has settled a change while it was on its way: another tab may have been taken for dead, and was not. */
async function isUnsettled(db: StoryreelDb, row: OutboxRow): Promise<boolean> {
  const stored = await db.outbox.get(row.seq);
  return stored?.opId === row.opId && stored.state === 'waiting';
}

/**
 * The row was changed elsewhere: what the server has becomes the base, and the change is made anew over it, under a new
 * key, because its request will be another. What it overrules is kept in history.
 */
export function rebase(
  db: StoryreelDb,
  row: OutboxRow,
  current: (base: BaseRow, unsent: readonly OutboxRow[]) => BaseRow,
  opId: string,
  at: number,
): Promise<void> {
  return db.transaction('rw', documentTables(db), async () => {
    if (!(await isUnsettled(db, row))) return;
    const seen = await readBase(db, row.projectId, row.userId);
    const base = current(seen, await db.outbox.where('projectId').equals(row.projectId).toArray());
    const entry = overruledEntry(row, seen, base, at);
    await db.history
      .where('projectId')
      .equals(row.projectId)
      .filter((kept) => kept.opId === row.opId)
      .modify({ opId });
    if (entry) await db.history.add({ ...entry, opId });
    await db.outbox.put({ ...row, opId, request: null });
    await showOrForget(db, row.projectId, base);
  });
}

/** Everything that waits is due at once, however often it failed: the network is back, or the person asks. */
export async function wakeOutbox(db: StoryreelDb, projectId: string | null = null): Promise<void> {
  const rows = projectId === null ? db.outbox.toCollection() : db.outbox.where('projectId').equals(projectId);
  await rows
    .filter((row) => row.state === 'waiting' && (row.nextAt > 0 || row.unanswered > 0))
    .modify({ nextAt: 0, unanswered: 0 });
}

async function showOrForget(db: StoryreelDb, projectId: string, base: BaseRow | null): Promise<void> {
  if (!base) return forgetDocument(db, projectId);
  await db.bases.put(base);
  await showDocument(db, base);
}
