/** The drain's view of the outbox: how each change ends. Each function is one transaction. */
import { sceneOfChange } from '#data/scene-of-change.ts';
import type { StoryreelDb } from '#data/db.ts';
import { hashesIn } from '#data/document/files-of-movie.ts';
import { forgetProjectChanges } from '#data/tables/deleted-projects.ts';
import { documentTables, forgetDocument, readBase, showDocument } from '#data/tables/documents.ts';
import { askAgain } from '#data/tables/asked-again.ts';
import type { BaseRow, OutboxRow, Refusal } from '#data/tables/rows.ts';
import { acknowledge } from './acknowledge.ts';
import type { Run } from './claim.ts';
import { overruledEntry } from './conflict.ts';

/**
 * Takes what the server has accepted out of the table and its replies into the base, all in one transaction: after each,
 * every screen that shows the project reads it again.
 */
export function settle(db: StoryreelDb, { projectId, userId, accepted }: Run): Promise<void> {
  return db.transaction('rw', documentTables(db), async () => {
    const open = await unsettledOf(db, accepted);
    if (open.length === 0) return;
    let base: BaseRow | null = await readBase(db, projectId, userId);
    for (const { row, reply } of open) {
      base = base && acknowledge(base, row.change, reply);
      if (base === null) await forgetProjectChanges(db, row);
    }
    await db.outbox.bulkDelete(open.map(({ row }) => row.seq));
    await confirmBehind(db, projectId, new Set(open.map(({ row }) => row.opId)));
    await showOrForget(db, projectId, base);
  });
}

/** What was built on these has what it counted on. */
async function confirmBehind(db: StoryreelDb, projectId: string, accepted: ReadonlySet<string>): Promise<void> {
  const rows = await db.outbox.where('projectId').equals(projectId).toArray();
  for (const { seq, request } of rows) {
    if (request?.behind === undefined || !accepted.has(request.behind)) continue;
    const { behind: _, ...confirmed } = request;
    await db.outbox.update(seq, { request: confirmed });
  }
}

/** Those whose changes are still open: another tab, for which this one was dead, may have settled some. */
async function unsettledOf(db: StoryreelDb, accepted: Run['accepted']): Promise<Run['accepted']> {
  const stored = await db.outbox.bulkGet(accepted.map(({ row }) => row.seq));
  return accepted.filter(({ row }, n) => stored[n]?.opId === row.opId && stored[n]?.state === 'waiting');
}

/** The row to delete was already gone. */
export function settleGone(db: StoryreelDb, row: OutboxRow): Promise<void> {
  return db.transaction('rw', documentTables(db), async () => {
    if (!(await isUnsettled(db, row))) return;
    const { change, projectId, userId } = row;
    await db.outbox.delete(row.seq);
    if (change.kind === 'delete-project') {
      await forgetProjectChanges(db, row);
      return forgetDocument(db, projectId);
    }
    const base = await readBase(db, projectId, userId);
    const gone = sceneOfChange(change);
    await showOrForget(db, projectId, {
      ...base,
      scenes: base.scenes.filter((scene) => scene.id !== gone && scene.parentSceneId !== gone),
    });
  });
}

/**
 * Postpones a change, unchanged.
 * @param until when to send it, by the number of failures in a row. That number is read from the store, because a wake
 * may have reset it.
 * @param cause what the server lacks to accept it, and what it can't do with it
 */
export function defer(
  db: StoryreelDb,
  row: OutboxRow,
  until: (failures: number) => number,
  { lacking = null, trouble = null }: Cause = {},
): Promise<number> {
  return db.transaction('rw', db.outbox, async () => {
    const stored = await db.outbox.get(row.seq);
    const unanswered = (stored?.unanswered ?? 0) + 1;
    const nextAt = until(unanswered);
    if (await isUnsettled(db, row))
      await db.outbox.update(row.seq, {
        unanswered,
        nextAt,
        lacking,
        ...(trouble && { trouble: again(stored, trouble) }),
      });
    return nextAt;
  });
}

export type Cause = {
  lacking?: 'storage' | null;
  /** Null for what says nothing about the change itself. */
  trouble?: { what: string; sentence: string } | null;
};

function again(stored: OutboxRow | undefined, { what, sentence }: NonNullable<Cause['trouble']>): OutboxRow['trouble'] {
  const times = stored?.trouble?.what === what ? stored.trouble.times : 0;
  return { what, sentence, times: times + 1 };
}

/**
 * The server refused the change for good. It waits for the person and blocks only the changes that build on it. An own file
 * that it names may be gone there: when the person tries again, that is known.
 */
export function park(db: StoryreelDb, row: OutboxRow, refusal: Refusal): Promise<void> {
  return db.transaction('rw', [db.outbox, db.ownFiles], async () => {
    if (!(await isUnsettled(db, row))) return;
    await db.outbox.update(row.seq, { state: 'parked', refusal });
    if (refusal.code === 'invalid_input') await askAgain(db, row.userId, hashesIn(row.change));
  });
}

/** Whether the change is still open. Another tab, taken for dead, may have settled it meanwhile. */
async function isUnsettled(db: StoryreelDb, row: OutboxRow): Promise<boolean> {
  const stored = await db.outbox.get(row.seq);
  return stored?.opId === row.opId && stored.state === 'waiting';
}

/**
 * The row was changed elsewhere: the server's row becomes the base, and the change is rebuilt on it with a new key,
 * because its request is now a different one. History keeps what it replaces.
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
    await renameInHistory(db, row, opId);
    if (entry) await db.history.add({ ...entry, opId });
    await db.outbox.put({ ...row, opId, request: null, trouble: null });
    await showOrForget(db, row.projectId, base);
  });
}

/**
 * The server refused a change that went out behind others: it may be what was foreseen of them that was wrong. It is built
 * anew, on what there is now, and under a new key.
 */
export function rebuild(db: StoryreelDb, row: OutboxRow, opId: string): Promise<void> {
  return db.transaction('rw', [db.outbox, db.history], async () => {
    if (!(await isUnsettled(db, row))) return;
    await renameInHistory(db, row, opId);
    await db.outbox.update(row.seq, { opId, request: null });
  });
}

/** Nothing was heard of a call of several: the next time, each of them goes alone. */
export function noteUnanswered(db: StoryreelDb, rows: readonly OutboxRow[]): Promise<void> {
  return db.transaction('rw', db.outbox, async () => {
    for (const row of rows)
      if (await isUnsettled(db, row)) await db.outbox.update(row.seq, { unanswered: row.unanswered + 1 });
  });
}

/** What it replaced in History stays with it. */
export async function renameInHistory(
  db: StoryreelDb,
  { projectId, opId: before }: OutboxRow,
  opId: string,
): Promise<void> {
  await db.history
    .where('projectId')
    .equals(projectId)
    .filter((kept) => kept.opId === before)
    .modify({ opId });
}

/**
 * Makes all waiting changes due now, however often they failed: the network is back, or the person asked. What wasn't
 * answered is still known not to have been: it goes alone.
 */
export async function wakeOutbox(db: StoryreelDb, projectId: string | null = null): Promise<void> {
  const rows = projectId === null ? db.outbox.toCollection() : db.outbox.where('projectId').equals(projectId);
  await rows
    .filter((row) => row.state === 'waiting' && (row.nextAt > 0 || row.unanswered > 1))
    .modify((row) => {
      row.nextAt = 0;
      row.unanswered = Math.min(row.unanswered, 1);
    });
}

/** What is due by now is made to look new: the tab that sends hears of a row, and not always of its own clock. */
export async function nudgeOutbox(db: StoryreelDb, now: number): Promise<void> {
  await db.outbox.filter((row) => row.state === 'waiting' && row.nextAt > 0 && row.nextAt <= now).modify({ nextAt: 0 });
}

async function showOrForget(db: StoryreelDb, projectId: string, base: BaseRow | null): Promise<void> {
  if (!base) return forgetDocument(db, projectId);
  await db.bases.put(base);
  await showDocument(db, base);
}
