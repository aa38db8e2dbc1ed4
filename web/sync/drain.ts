/** Sends a project's unsent changes in their order, and settles each by what the server says. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { writeReach } from '#data/tables/reach.ts';
import { z } from 'zod';
import { sceneReply } from '#shared/api/scenes.ts';
import { withScene } from './acknowledge.ts';
import { backoffMs } from './backoff.ts';
import { headersOf } from './change-request.ts';
import { fetchDocument } from './fetch-document.ts';
import { layDown } from './lay-down.ts';
import { projectLock } from './locks.ts';
import { claimNext, defer, park, rebase, settle, settleGone, type Claim } from './outbox.ts';
import type { SyncDeps } from './sync-deps.ts';

const CONFLICTS_IN_A_ROW = 5;

export type DrainOutcome =
  /** Nothing waits that could be sent. `sent` counts what the server took. */
  | { kind: 'drained'; sent: number }
  /** The next change is not to be sent before this time (milliseconds since the epoch). */
  | { kind: 'later'; at: number }
  /** Nobody is signed in: everything is kept until somebody is. */
  | { kind: 'signed-out' };

/** Sends until nothing is left, something has to wait, or the session is over. @throws AbortError */
export function drainProject(
  deps: SyncDeps,
  projectId: string,
  userId: string,
  signal?: AbortSignal,
): Promise<DrainOutcome> {
  const work = async (): Promise<DrainOutcome> => {
    for (let sent = 0; ;) {
      signal?.throwIfAborted();
      const next = await claimNext(deps.db, projectId, userId, deps.device.now());
      if (next.kind === 'none') return { kind: 'drained', sent };
      if (next.kind === 'later') return next;
      const outcome = await deliver(deps, next.row, signal);
      if (outcome !== 'next') return outcome;
      sent += 1;
    }
  };
  return deps.locks.hold(projectLock(projectId), work, signal);
}

async function deliver(deps: SyncDeps, row: Claim, signal?: AbortSignal): Promise<DrainOutcome | 'next'> {
  const { db, call } = deps;
  const { method, path, body } = row.request;
  try {
    const reply = await call({ method, path, body, headers: headersOf(row.request, row) }, signal);
    await writeReach(db, 'online');
    await settle(db, row, reply);
    return 'next';
  } catch (error) {
    if (error instanceof OfflineError) return waitAfter(deps, row, 'offline', null);
    // A reply that can't be read says nothing about the change; its repeat is answered from the server's memory.
    if (error instanceof z.ZodError) return waitAfter(deps, row, 'online', null);
    if (!(error instanceof ApiError)) throw error;
    return judge(deps, row, error, signal);
  }
}

async function judge(
  deps: SyncDeps,
  row: Claim,
  error: ApiError,
  signal?: AbortSignal,
): Promise<DrainOutcome | 'next'> {
  const { db, device } = deps;
  const { status } = error;
  if (status === 401) {
    await writeReach(db, 'signed-out');
    return { kind: 'signed-out' };
  }
  await writeReach(db, 'online');
  // Below 400: a page of somebody in between, a hotel's sign-in for one.
  if (status < 400 || status === 408 || status === 425 || status === 429 || status >= 500)
    return waitAfter(deps, row, 'online', error.retryAfterSeconds);
  if (status === 404 && (row.change.kind === 'delete-scene' || row.change.kind === 'delete-project')) {
    await settleGone(db, row);
    return 'next';
  }
  if (status === 409 && error.body?.code === 'version_conflict') return resolveConflict(deps, row, error, signal);
  await park(db, row, { status, code: error.body?.code ?? null, sentence: error.sentence, at: device.now() });
  return 'next';
}

/** The later edit wins: the server's row is laid down and the change made anew over it. */
async function resolveConflict(
  deps: SyncDeps,
  row: Claim,
  error: ApiError,
  signal?: AbortSignal,
): Promise<DrainOutcome | 'next'> {
  const { db, device } = deps;
  // Somebody edits the same row as fast as this device sends: let them finish first.
  if (row.attempts > CONFLICTS_IN_A_ROW) return waitAfter(deps, row, 'online', null);
  const current = sceneReply.safeParse(error.body?.current);
  if (row.change.kind === 'patch-scene' && current.success) {
    await rebase(db, row, (base) => withScene(base, current.data), device.newId(), device.now());
    return 'next';
  }
  try {
    // What counts on the project's version is made of all its scenes.
    const fetched = await fetchDocument(deps, row.projectId, signal);
    await rebase(db, row, (base, unsent) => layDown(base, fetched, unsent, device.now()), device.newId(), device.now());
    return 'next';
  } catch (failure) {
    if (failure instanceof OfflineError) return waitAfter(deps, row, 'offline', null);
    if (failure instanceof ApiError) return waitAfter(deps, row, 'online', failure.retryAfterSeconds);
    if (failure instanceof z.ZodError) return waitAfter(deps, row, 'online', null);
    throw failure;
  }
}

async function waitAfter(
  deps: SyncDeps,
  row: Claim,
  reach: 'online' | 'offline',
  askedSeconds: number | null,
): Promise<DrainOutcome> {
  const { db, device, dice } = deps;
  const at = device.now() + backoffMs(row.attempts, dice(), askedSeconds);
  await defer(db, row, at);
  await writeReach(db, reach);
  return { kind: 'later', at };
}
