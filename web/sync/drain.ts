/** Sends a project’s unsent changes in order, and settles each by the server’s reply. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { isSceneEdit } from '#data/scene-of-change.ts';
import { writeReach } from '#data/tables/reach.ts';
import { z } from 'zod';
import { sceneReply } from '#shared/api/scenes.ts';
import { withScene } from './acknowledge.ts';
import { backoffMs } from './backoff.ts';
import { answersOf, callFor, isCallRefused, isUnanswered, read, type Answer } from './calls-together.ts';
import { headersOf } from './change-request.ts';
import { fetchDocument } from './fetch-document.ts';
import { isForGood } from './for-good.ts';
import { baseAfterPull } from './base-after-pull.ts';
import { holdProject } from './locks.ts';
import { accept, claimNext, newRun, type Claim, type Run } from './claim.ts';
import { defer, noteUnanswered, park, rebase, rebuild, settle, settleGone, type Cause } from './outbox.ts';
import type { Outgoing, SyncDeps } from './sync-deps.ts';
import { SEND_LIMIT_MS, withinTime } from './timer.ts';
import { callWords } from './words.ts';

/** How often a conflict is merged and resent without a pause. Then another editor of the row gets a turn. */
const CONFLICTS_AT_ONCE = 5;

export type DrainOutcome =
  /** Nothing is left to send. `sent` counts the changes that the server accepted. */
  | { kind: 'drained'; sent: number }
  /** The next change may not be sent before this time (milliseconds since the epoch). */
  | { kind: 'later'; at: number }
  /** Nobody is signed in. All changes are kept until someone is. */
  | { kind: 'signed-out' };

/**
 * `accepted`: what comes after may follow at once. `next`: one was dealt with otherwise. `one-by-one`: the server, or what
 * is before it, doesn't take several in one call.
 */
type Delivery =
  | Exclude<DrainOutcome, { kind: 'drained' }>
  | { kind: 'accepted' }
  | { kind: 'next' }
  | { kind: 'one-by-one' };

const NEXT = { kind: 'next' } as const;

/** As long as sending is quick, so many changes go out while others wait for the project, and are settled together. */
const MOST_AT_ONCE = 24;
const QUICK_MS = 500;

/** Sends until nothing is left, something has to wait, or the session is over. @throws AbortError */
export async function drainProject(
  deps: SyncDeps,
  projectId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<DrainOutcome> {
  let sent = 0;
  let isOneByOne = false;
  const sendSome = async (lost: AbortSignal): Promise<DrainOutcome | 'more'> => {
    const began = deps.device.now();
    const run = newRun(projectId, userId);
    for (;;) {
      const most = isOneByOne ? 1 : MOST_AT_ONCE - run.accepted.length;
      const next = await claimNext(deps.db, run, { now: deps.device.now(), most, newId: deps.device.newId });
      if (next.kind !== 'claim') {
        await settleRun(deps, run);
        return next.kind === 'later' ? next : { kind: 'drained', sent };
      }
      const settledBefore = sent - run.accepted.length;
      const outcome = await deliver(deps, next.rows, run, signal);
      if (outcome.kind === 'one-by-one') isOneByOne = true;
      sent = settledBefore + run.accepted.length + (outcome.kind === 'next' ? 1 : 0);
      if (outcome.kind === 'next' || outcome.kind === 'one-by-one') return 'more';
      if (outcome.kind !== 'accepted') return outcome;
      const isMuch = run.accepted.length >= MOST_AT_ONCE || deps.device.now() - began > QUICK_MS;
      const isOver = lost.aborted || signal?.aborted === true || run.base === null;
      if (!isMuch && !isOver) continue;
      await settleRun(deps, run);
      return 'more';
    }
  };
  for (;;) {
    signal?.throwIfAborted();
    // Held for a few changes at a time, so that a long queue doesn't block pulls.
    const outcome = await holdProject(deps, projectId, sendSome, signal);
    if (outcome !== 'more') return outcome;
  }
}

/** Sends one change, or several in one call. Whatever isn't accepted finds those before it settled. */
async function deliver(
  deps: SyncDeps,
  rows: readonly [Claim, ...Claim[]],
  run: Run,
  signal?: AbortSignal,
): Promise<Delivery> {
  const [first, ...others] = rows;
  const sendOne = (outgoing: Outgoing): Promise<unknown> =>
    withinTime(deps.timer, SEND_LIMIT_MS, (limit) => deps.call(outgoing, limit), signal);
  if (others.length === 0) {
    const { method, path, body } = first.request;
    const outgoing = { method, path, body, headers: headersOf(first.request, first) };
    return take(deps, first, run, () => sendOne(outgoing), signal);
  }
  let answers: Answer[];
  try {
    answers = answersOf(await sendOne(callFor(rows)));
  } catch (error) {
    await settleRun(deps, run);
    signal?.throwIfAborted();
    if (isCallRefused(error)) return { kind: 'one-by-one' };
    if (isUnanswered(error)) await noteUnanswered(deps.db, others);
    return judge(deps, first, error, signal);
  }
  const tried = rows.slice(0, Math.max(1, answers.length));
  for (const [place, row] of tried.entries()) {
    const outcome = await take(deps, row, run, async () => read(answers[place]), signal);
    if (outcome.kind !== 'accepted') return outcome;
  }
  // For the others the server had no time: they are still to be sent.
  if (tried.length < rows.length) run.rows = null;
  return { kind: 'accepted' };
}

/** Takes the answer to one change. */
async function take(
  deps: SyncDeps,
  row: Claim,
  run: Run,
  answer: () => Promise<unknown>,
  signal?: AbortSignal,
): Promise<Delivery> {
  try {
    accept(run, row, await answer());
    return { kind: 'accepted' };
  } catch (error) {
    await settleRun(deps, run);
    signal?.throwIfAborted();
    const isConflict = error instanceof ApiError && error.status === 409 && error.body?.code === 'version_conflict';
    if (isConflict) return resolveConflict(deps, row, error, signal);
    if (row.request.behind === undefined || !isForGood(error)) return judge(deps, row, error, signal);
    await rebuild(deps.db, row, deps.device.newId());
    return NEXT;
  }
}

/** @throws what the database says; what it can't write now is sent again later, and answered as before */
async function settleRun({ db, device }: SyncDeps, run: Run): Promise<void> {
  const [first] = run.accepted;
  if (first === undefined) return;
  await writeReach(db, 'online');
  try {
    await settle(db, run);
  } catch (error) {
    await defer(db, first.row, (failures) => device.now() + backoffMs(failures, 0));
    throw error;
  }
}

/**
 * Decides what happens to a change that the server didn't accept. @throws anything that isn't a reply or a failed
 * connection
 */
async function judge(deps: SyncDeps, row: Claim, error: unknown, signal?: AbortSignal): Promise<Delivery> {
  const { db, device } = deps;
  if (error instanceof OfflineError) return waitAfter(deps, row, 'offline', null);
  // An unreadable reply says nothing about the change. A repeat gets the stored reply.
  if (error instanceof z.ZodError || error instanceof SyntaxError)
    return waitAfter(deps, row, 'online', null, { trouble: { what: 'unreadable', sentence: callWords.unreadable } });
  if (!(error instanceof ApiError)) {
    // A bug or a full disk. Try again, but not right away.
    await defer(db, row, (failures) => device.now() + backoffMs(failures, 0));
    throw error;
  }
  const { status } = error;
  if (status === 401) {
    await writeReach(db, 'signed-out');
    return { kind: 'signed-out' };
  }
  if (!isForGood(error)) return waitAfter(deps, row, 'online', error.retryAfterSeconds, causeOf(error));
  await writeReach(db, 'online');
  if (error.isNotFound && (row.change.kind === 'delete-scene' || row.change.kind === 'delete-project')) {
    await settleGone(db, row);
    return NEXT;
  }
  const isProjectGone =
    error.isNotFound && row.change.kind !== 'create-project' ? await isGone(deps, row, signal) : false;
  if (isProjectGone instanceof Error) return judge(deps, row, isProjectGone, signal);
  await park(db, row, {
    status,
    code: error.body.code,
    sentence: error.sentence ?? callWords.serverFailed,
    isProjectGone,
    at: device.now(),
  });
  return NEXT;
}

/** What only says that the server is busy, or not there for now. */
const PASSING = new Set([408, 425, 429, 503]);
const PASSING_FROM_PROXIES = new Set([502, 504]);

/** The server's own failure may be the change's fault; so may what a proxy won't let by. */
function causeOf({ status, body, sentence }: ApiError): Cause {
  if (status === 507) return { lacking: 'storage' };
  if (status < 400 || PASSING.has(status) || (body === null && PASSING_FROM_PROXIES.has(status))) return {};
  return { trouble: { what: `${status} ${body?.code ?? ''}`, sentence: sentence ?? callWords.serverFailed } };
}

/** A scene that isn't found may have been deleted alone, or with its project. Answers the failure if that can't be told. */
async function isGone(deps: SyncDeps, { projectId, userId }: Claim, signal?: AbortSignal): Promise<boolean | Error> {
  try {
    const { isProjectGone } = await import('./missing-projects.ts');
    return await isProjectGone(deps, { projectId, userId }, signal);
  } catch (failure) {
    signal?.throwIfAborted();
    if (failure instanceof Error) return failure;
    throw failure;
  }
}

/**
 * The later edit wins: the server's row becomes the base and the change is rebuilt on it. This happens however often it
 * was tried: resent unchanged, it would be refused again.
 */
async function resolveConflict(deps: SyncDeps, row: Claim, error: ApiError, signal?: AbortSignal): Promise<Delivery> {
  const { db, device, dice, timer } = deps;
  await writeReach(db, 'online');
  const conflicts = row.conflicts + 1;
  const isHurried = conflicts > CONFLICTS_AT_ONCE;
  const at = isHurried ? device.now() + backoffMs(conflicts - CONFLICTS_AT_ONCE, dice()) : 0;
  const refused: Claim = { ...row, conflicts, unanswered: 0, nextAt: at };
  const current = sceneReply.safeParse(error.body?.current);
  if (isSceneEdit(row.change) && current.success) {
    await rebase(db, refused, (base) => withScene(base, current.data), device.newId(), device.now());
    return isHurried ? { kind: 'later', at } : NEXT;
  }
  try {
    // A change to the project's version depends on all its scenes.
    const fetched = await withinTime(
      timer,
      SEND_LIMIT_MS,
      (limit) => fetchDocument(deps, row.projectId, limit),
      signal,
    );
    const now = device.now();
    await rebase(db, refused, (base, unsent) => baseAfterPull(base, fetched, unsent, now), device.newId(), now);
  } catch (failure) {
    signal?.throwIfAborted();
    return judge(deps, row, failure, signal);
  }
  return isHurried ? { kind: 'later', at } : NEXT;
}

async function waitAfter(
  deps: SyncDeps,
  row: Claim,
  reach: 'online' | 'offline',
  askedSeconds: number | null,
  cause: Cause = {},
): Promise<Delivery> {
  const { db, device, dice } = deps;
  const at = await defer(db, row, (failures) => device.now() + backoffMs(failures, dice(), askedSeconds), cause);
  await writeReach(db, reach);
  return { kind: 'later', at };
}
