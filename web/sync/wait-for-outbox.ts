/** Waits until the server has a project's edits, for calls that build on them. */
import { ApiError, OfflineError, UnsavedError } from '#api/errors.ts';
import type { Ground } from '#api/project-gate.ts';
import { follow } from '#data/follow.ts';
import type { Change } from '#data/change.ts';
import type { StoryreelDb } from '#data/db.ts';
import { sceneOfChange } from '#data/scene-of-change.ts';
import { readReach } from '#data/tables/reach.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { nextToSend } from './claim.ts';
import type { SyncDeps } from './sync-deps.ts';
import { unsavedWords } from './words.ts';

/** After this long, the person is told what the wait is for. */
export const WAIT_LIMIT_MS = 20_000;

type State =
  | { kind: 'done' }
  | { kind: 'waiting'; label: string; others: number }
  | { kind: 'refused'; label: string }
  | { kind: 'offline' }
  | { kind: 'signed-out' };

/**
 * Resolves when a project has nothing left to send, within 20 seconds. A refused change blocks only a call that builds
 * on it.
 * @throws UnsavedError when something still waits then or was refused, OfflineError when something waits and the server
 * can't be reached, ApiError 401 when it waits for a sign-in, AbortError
 */
export async function waitForOutbox(
  { db, timer }: Pick<SyncDeps, 'db' | 'timer'>,
  projectId: string,
  ground: Ground,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    let seen: State | null = null;
    const answer = (settle: () => void): void => {
      stopTimer();
      stopReading();
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => answer(() => reject(signal?.reason));
    const stopTimer = timer.after(WAIT_LIMIT_MS, () => answer(() => reject(tooSlow(seen))));
    const see = (state: State): void => {
      seen = state;
      if (state.kind === 'waiting') return;
      // The first result may arrive before `stopReading` has its value.
      queueMicrotask(() => answer(() => (state.kind === 'done' ? resolve() : reject(failureOf(state)))));
    };
    const fail = (error: unknown): void => answer(() => reject(error));
    const stopReading = follow(() => readState(db, projectId, ground), see, fail);
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function readState(db: StoryreelDb, projectId: string, ground: Ground): Promise<State> {
  const rows = await db.outbox.where('projectId').equals(projectId).sortBy('seq');
  const refused = rows.find((row) => row.state === 'parked' && isGround(row.change, ground));
  if (refused) return { kind: 'refused', label: refused.label };
  const next = nextToSend(rows);
  if (next === null) return { kind: 'done' };
  const reach = await readReach(db);
  return reach === 'online' ? { kind: 'waiting', label: next.label, others: countBehind(next, rows) } : { kind: reach };
}

function countBehind(next: OutboxRow, rows: readonly OutboxRow[]): number {
  return rows.filter((row) => row.state === 'waiting' && row.seq !== next.seq).length;
}

/** Whether a call that builds on `ground` needs the change. */
function isGround(change: Change, ground: Ground): boolean {
  if (change.kind === 'create-project' || ground === 'scenes') return true;
  // Visibility doesn't affect what is generated.
  if (change.kind === 'patch-project')
    return Object.keys(change.patch).some((field) => field !== 'isPublic' && field !== 'isIndexable');
  if ('characterId' in change) return true;
  return typeof ground === 'object' && sceneOfChange(change) === ground.sceneId;
}

function failureOf(state: Exclude<State, { kind: 'done' | 'waiting' }>): Error {
  if (state.kind === 'offline') return new OfflineError();
  if (state.kind === 'signed-out') return new ApiError(401, unsavedWords.signedOut);
  return new UnsavedError(unsavedWords.refused(state), false);
}

function tooSlow(seen: State | null): UnsavedError {
  return new UnsavedError(seen?.kind === 'waiting' ? unsavedWords.slow(seen) : unsavedWords.slowUnnamed, true);
}
