/** Which change goes next, and the request it goes with. */
import type { Change } from '#data/change.ts';
import type { StoryreelDb } from '#data/db.ts';
import { isStuck } from '#data/stuck-change.ts';
import { readBase } from '#data/tables/documents.ts';
import type { BaseRow, FrozenRequest, OutboxRow } from '#data/tables/rows.ts';
import { scenesOfChange } from '#data/scene-of-change.ts';
import { limits } from '#shared/limits.ts';
import { acknowledge } from './acknowledge.ts';
import { dueAt } from './backoff.ts';
import { requestOf } from './change-request.ts';
import { foresee, isForeseeable } from './foresee.ts';
import { heldUpAmong, shareScene, touchSame, withoutSuperseded } from './held-up.ts';
import { renameInHistory } from './outbox.ts';

/** A change that is being sent. */
export type Claim = OutboxRow & { request: FrozenRequest };
/** `rows`: to be sent in this order, in one call if they are several. */
export type NextClaim =
  | { kind: 'claim'; rows: readonly [Claim, ...Claim[]] }
  | { kind: 'later'; at: number }
  | { kind: 'none' };

/** Changes of a project that are sent one after the other while it is held. */
export type Run = {
  projectId: string;
  userId: string;
  /** The base after what was accepted; null when nothing was read yet, or the project is gone. */
  base: BaseRow | null;
  /** What the server has accepted and the table still has. */
  accepted: { row: OutboxRow; reply: unknown }[];
  /** What was still to be sent when it was last read; null to have it read. */
  rows: OutboxRow[] | null;
};

export function newRun(projectId: string, userId: string): Run {
  return { projectId, userId, base: null, accepted: [], rows: null };
}

/** `most`: how many are taken at most. */
type Wish = { now: number; most: number; newId: () => string };

/**
 * Takes the next change of a project, in order, and those after it that can go out with it; what waits for an own file to
 * be uploaded lets by whatever doesn't build on it. The first time, each absorbs the patches of the same row that directly
 * follow and its request is built; after that it changes only where what it was built on did not come.
 */
export function claimNext(db: StoryreelDb, run: Run, wish: Wish): Promise<NextClaim> {
  // Dexie keeps a transaction open over awaits only for a function that is itself async.
  return db.transaction('rw', [db.outbox, db.ownFiles, db.projects, db.bases, db.history], async () => {
    // Hundreds that wait aren't read again for each, but nothing ends the run without a look at what is new.
    const isKnown = run.rows !== null;
    let first = await claim(db, run, wish, null);
    if (first.kind !== 'claim' && isKnown) {
      run.rows = null;
      first = await claim(db, run, wish, null);
    }
    if (first.kind !== 'claim') return first;
    return { kind: 'claim', rows: [first.row, ...(await claimJoint(db, run, first.row, wish))] };
  });
}

/** Those that go out in one call with a claimed one: their requests are built on what is foreseen of those before them. */
async function claimJoint(db: StoryreelDb, run: Run, first: Claim, wish: Wish): Promise<Claim[]> {
  const joint: Claim[] = [];
  const ahead: Run = { ...run };
  let length = lengthOf(first);
  for (let last = first; joint.length + 1 < wish.most && isJoint(last);) {
    ahead.base = foresee(ahead.base ?? (await readBase(db, run.projectId, run.userId)), last.change);
    const { opId } = last;
    const mayJoin = (row: OutboxRow): boolean => isJoint(row) && length + lengthOf(row) <= LONGEST_CALL;
    const next = await claim(db, ahead, wish, { opId, mayJoin });
    if (next.kind !== 'claim') break;
    last = next.row;
    length += lengthOf(last);
    joint.push(last);
  }
  run.rows = ahead.rows;
  return joint;
}

/** What wasn't answered the last time goes alone: then it is known which one it is, and a slow line has less to carry. */
function isJoint(row: OutboxRow): boolean {
  return isForeseeable(row.change) && !isStuck(row) && row.unanswered === 0;
}

/** Characters of a call: less than the server takes, as some are written as two. */
const LONGEST_CALL = limits.jsonBodyBytes / 4;

function lengthOf({ change, request }: OutboxRow): number {
  return request?.body?.length ?? JSON.stringify(change).length;
}

type OneClaim = Exclude<NextClaim, { kind: 'claim' }> | { kind: 'claim'; row: Claim };

/** The change before one in its call, and whether that one may follow it. */
type Before = { opId: string; mayJoin: (row: OutboxRow) => boolean };

/** @param before null for the first of a call */
async function claim(db: StoryreelDb, run: Run, { now, newId }: Wish, before: Before | null): Promise<OneClaim> {
  run.base ??= await readBase(db, run.projectId, run.userId);
  const rows = (run.rows ??= await readRows(db, run));
  const next = await nextThatCanGo(db, rows);
  if (next === 'none' || (typeof next !== 'string' && before?.mayJoin(next) === false)) return { kind: 'none' };
  if (next === 'awaited') return { kind: 'later', at: now + LOOK_AGAIN_MS };
  const at = dueAt(next.nextAt, now);
  if (at > now) return { kind: 'later', at };
  const isOutdated = !isBuiltOn(next, run, before);
  const opId = isOutdated ? newId() : next.opId;
  const { row, absorbed } =
    next.request && !isOutdated
      ? { row: { ...next, request: next.request }, absorbed: [] }
      : freeze({ ...next, opId, request: null }, rows, run.base);
  const taken = [next, ...absorbed];
  const stored = await db.outbox.bulkGet(taken.map(({ seq }) => seq));
  if (!taken.every((one, n) => stored[n]?.opId === one.opId && stored[n].state === 'waiting')) {
    // Taken back, or changed, since they were read. Read again, those that this one goes behind would be among them.
    run.rows = null;
    return before === null ? claim(db, run, { now, newId, most: 1 }, null) : { kind: 'none' };
  }
  if (isOutdated) await renameInHistory(db, next, opId);
  const { behind, ...request } = row.request;
  const isBehind = before !== null && (next.request === null || isOutdated || behind !== undefined);
  const claimed: Claim = {
    ...row,
    request: isBehind ? { ...request, behind: before.opId } : request,
    attempts: row.attempts + 1,
  };
  await db.outbox.bulkDelete(absorbed.map(({ seq }) => seq));
  await db.outbox.put(claimed);
  run.rows = rows.filter(({ seq }) => !taken.some((one) => one.seq === seq));
  return { kind: 'claim', row: claimed };
}

/**
 * Whether what a request was built on has come, or goes out right before it again. Else the change before it was refused,
 * given up, or put off, and so this one was never tried: as it is, it could pass for one that knows another device's edit.
 */
function isBuiltOn({ request }: OutboxRow, { accepted }: Run, before: Before | null): boolean {
  const behind = request?.behind;
  return behind === undefined || behind === before?.opId || accepted.some(({ row }) => row.opId === behind);
}

async function readRows(db: StoryreelDb, { projectId, userId, accepted }: Run): Promise<OutboxRow[]> {
  const done = new Set(accepted.map(({ row }) => row.opId));
  const rows = await db.outbox.where('projectId').equals(projectId).sortBy('seq');
  return rows.filter((row) => row.userId === userId && !done.has(row.opId));
}

/** Takes a reply into the base in memory. @throws ZodError when it has another shape: then nothing is taken */
export function accept(run: Run, row: OutboxRow, reply: unknown): void {
  if (run.base === null) throw new Error('A change is sent on a base.');
  run.base = acknowledge(run.base, row.change, reply);
  run.accepted.push({ row, reply });
}

/** How soon a change that needs an own file, or a scene of another project, looks again whether the server has that. */
const LOOK_AGAIN_MS = 2_000;

/**
 * The change to send next of a project and a person, in their order: null where none is left, or each waits for a file or
 * builds on what does. That ends by a change of the rows that are read here.
 */
export async function nextDue(db: StoryreelDb, rows: readonly OutboxRow[]): Promise<OutboxRow | null> {
  const next = await nextThatCanGo(db, rows);
  return typeof next === 'string' ? null : next;
}

/**
 * What the server fails at again and again lets by, too, what doesn't build on it, and is tried when its own time comes.
 * `awaited`: all that is left waits for a file, or builds on what does.
 */
async function nextThatCanGo(db: StoryreelDb, rows: readonly OutboxRow[]): Promise<OutboxRow | 'awaited' | 'none'> {
  const delayed: OutboxRow[] = [];
  const stuck: OutboxRow[] = [];
  const heldUp = heldUpAmong(rows);
  for (const row of withoutSuperseded(rows)) {
    if (row.state !== 'waiting' || heldUp.has(row)) continue;
    const isAwaiting =
      delayed.some(({ change }) => buildsOn(row.change, change)) ||
      (await isFileOnItsWay(db, row)) ||
      (await isSourceOnItsWay(db, row));
    if (!isAwaiting && !isStuck(row)) return earliest([...stuck, row]);
    if (!isAwaiting) stuck.push(row);
    delayed.push(row);
  }
  return earliest(stuck) ?? (delayed.length > 0 ? 'awaited' : 'none');
}

/** Of several that could go, the one whose time comes first; of equals the one that was made first. */
function earliest(rows: readonly [...OutboxRow[], OutboxRow]): OutboxRow;
function earliest(rows: readonly OutboxRow[]): OutboxRow | undefined;
function earliest(rows: readonly OutboxRow[]): OutboxRow | undefined {
  return rows.toSorted((a, b) => a.nextAt - b.nextAt)[0];
}

/** Changes by which scenes come, go, or find their places: each counts on the scenes that are there, and a deleted one comes back to the place that it had. */
const PLACING = /^(add|duplicate|split|delete|restore|reorder)-scene/;

/** It comes after everything before it: others are to see all of the movie. */
function isPublishing(change: Change): boolean {
  return change.kind === 'patch-project' && change.patch.isPublic === true;
}

/** Whether a change would come to something else if it were sent before an earlier one that is delayed. */
function buildsOn(later: Change, earlier: Change): boolean {
  const areBoth = (is: (change: Change) => boolean): boolean => is(later) && is(earlier);
  return (
    isPublishing(later) ||
    earlier.kind === 'create-project' ||
    shareScene(later, earlier) ||
    areBoth(({ kind }) => PLACING.test(kind)) ||
    shareCharacter(later, earlier) ||
    areBoth(({ kind }) => /^(patch-project|edit-audio)$/.test(kind))
  );
}

function shareCharacter(one: Change, other: Change): boolean {
  return 'characterId' in one && 'characterId' in other && one.characterId === other.characterId;
}

/**
 * A scene that plays an own file is told of when the server has the file: until then it would be refused. A movie goes
 * public with its music, and music comes into a public one, when everybody can hear it.
 */
async function isFileOnItsWay(db: StoryreelDb, { change, projectId, userId }: OutboxRow): Promise<boolean> {
  const isWaiting = async (...hashes: string[]): Promise<boolean> =>
    (await db.ownFiles.bulkGet(hashes.map((sha256) => [userId, sha256]))).some((file) => file?.state === 'waiting');
  if (change.kind === 'add-scene') return change.clip !== undefined && (await isWaiting(change.clip.sha256));
  if (change.kind === 'remake-still') return isWaiting(change.clip.sha256);
  if (change.kind === 'patch-character') return change.patch.picture !== undefined && isWaiting(change.patch.picture);
  if (change.kind === 'patch-scene')
    return isWaiting(...(change.patch.referencePictures ?? []).map(({ picture }) => picture));
  if (change.kind !== 'patch-project' && change.kind !== 'edit-audio') return false;
  const project = await db.projects.get(projectId);
  return project?.isPublic === true && (await isWaiting(...project.audio.map(({ mediaId }) => mediaId)));
}

/**
 * What was made in another project and copied from there is known to the server first: else it had nothing to copy. What
 * is held up there may never come: the copy then goes out, so that a refusal tells the person of it.
 */
async function isSourceOnItsWay(db: StoryreelDb, { change, projectId, userId, seq }: OutboxRow): Promise<boolean> {
  if (change.kind !== 'duplicate-scene' || !change.from || change.from.projectId === projectId) return false;
  const all = await db.outbox.where('projectId').equals(change.from.projectId).sortBy('seq');
  const rows = all.filter((row) => row.userId === userId);
  const heldUp = heldUpAmong(rows);
  return withoutSuperseded(rows).some(
    (row) =>
      row.seq < seq &&
      row.state === 'waiting' &&
      !heldUp.has(row) &&
      scenesOfChange(row.change).includes(change.sceneId),
  );
}

/**
 * The change that is first in line: it waits and isn't blocked by a refused one, but maybe by its file.
 * @param rows of one project and one person, in their order
 */
export function nextToSend(rows: readonly OutboxRow[]): OutboxRow | null {
  const heldUp = heldUpAmong(rows);
  return withoutSuperseded(rows).find((row) => row.state === 'waiting' && !heldUp.has(row)) ?? null;
}

/** The change with the later ones that it absorbs, and its request. */
function freeze(
  row: OutboxRow,
  rows: readonly OutboxRow[],
  base: BaseRow,
): { row: OutboxRow & { request: FrozenRequest }; absorbed: OutboxRow[] } {
  const absorbed: OutboxRow[] = [];
  let change = row.change;
  const heldUp = heldUpAmong(rows);
  // It goes before these, and so does what it takes along: nothing, then, that touches what they do.
  const passed = rows.filter(({ seq, state }) => state === 'waiting' && seq < row.seq);
  for (const later of rows) {
    if (later.seq <= row.seq || later.state !== 'waiting') continue;
    if (passed.length > 0 && isPublishing(later.change)) break;
    if (heldUp.has(later) || later.request !== null) {
      passed.push(later);
      continue;
    }
    // Patches made on different versions replace different values, so they aren't merged.
    const isFree = later.madeOn === row.madeOn && !passed.some((other) => touchSame(other.change, later.change));
    const both = isFree ? fold(change, later.change) : null;
    if (both) {
      change = both;
      absorbed.push(later);
    } else if (standsBetween(change, later.change)) break;
    else passed.push(later);
  }
  return { row: { ...row, change, request: requestOf(change, base) }, absorbed };
}

function fold(first: Change, second: Change): Change | null {
  if (first.kind === 'patch-project' && second.kind === 'patch-project')
    return { kind: 'patch-project', patch: { ...first.patch, ...second.patch } };
  if (first.kind === 'edit-audio' && second.kind === 'edit-audio')
    return { kind: 'edit-audio', edits: [...first.edits, ...second.edits] };
  if (first.kind === 'patch-scene' && second.kind === 'patch-scene' && first.sceneId === second.sceneId) {
    return { ...first, patch: { ...first.patch, ...second.patch } };
  }
  if (first.kind === 'patch-texts' && second.kind === 'patch-texts' && first.sceneId === second.sceneId)
    return { ...first, texts: [...first.texts, ...second.texts] };
  return null;
}

/** Whether a later patch can't be merged across this change: it makes, deletes, or copies the row, or changes the same music. */
function standsBetween(patch: Change, other: Change): boolean {
  if (other.kind === 'delete-project' || (isOfAudio(patch) && isOfAudio(other))) return true;
  return shareScene(patch, other);
}

function isOfAudio(change: Change): boolean {
  return change.kind === 'edit-audio' || (change.kind === 'patch-project' && change.patch.audio !== undefined);
}
