/** How far a project's edits have come, for the screen; and waiting until they have arrived, for calls that build on them. */
import { liveQuery } from 'dexie';
import { ApiError, OfflineError } from '#api/errors.ts';
import { db as pageDb, type StoryreelDb } from '#data/db.ts';
import { useOutbox, useReach } from '#data/live.ts';
import { readReach, type Reach } from '#data/tables/reach.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { nextToSend } from './outbox.ts';
import { problemOf, type Problem } from './problems.ts';

export type { Problem } from './problems.ts';

export type SyncStatus = {
  /** `saved`: the server has everything. `problem`: it refused something, and the person has to choose. */
  state: 'saved' | 'saving' | 'offline' | 'signed-out' | 'problem';
  /** Changes that the server does not have yet, the refused ones not counted. */
  unsent: number;
  problems: Problem[];
};

/** Of one project, or of everything on this device when none is named. */
export function useSyncStatus(projectId: string | null = null): SyncStatus {
  return syncStatus(useOutbox(projectId) ?? [], useReach() ?? 'online');
}

export function syncStatus(rows: readonly OutboxRow[], reach: Reach): SyncStatus {
  const problems = rows.map(problemOf).filter((problem) => problem !== null);
  const unsent = rows.filter((row) => row.state === 'waiting').length;
  return { state: stateOf(unsent, problems.length, reach), unsent, problems };
}

function stateOf(unsent: number, problems: number, reach: Reach): SyncStatus['state'] {
  if (reach !== 'online') return reach;
  if (problems > 0) return 'problem';
  return unsent > 0 ? 'saving' : 'saved';
}

/**
 * Resolves when nothing of a project waits to be sent; changes that the server refused don't hold it up.
 * @throws OfflineError when something waits and the server can't be reached, ApiError 401 when it waits for a sign-in, AbortError
 */
export async function waitForOutbox(projectId: string, signal?: AbortSignal, db: StoryreelDb = pageDb): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const answer = (settle: () => void): void => {
      subscription.unsubscribe();
      signal?.removeEventListener('abort', abort);
      settle();
    };
    const abort = (): void => answer(() => reject(signal?.reason));
    const subscription = liveQuery(() => waitingState(db, projectId)).subscribe({
      next: (state) => {
        if (state === 'waiting') return;
        // The first answer may come before `subscription` has its value.
        queueMicrotask(() =>
          answer(() => (state === 'done' ? resolve() : reject(state === 'offline' ? new OfflineError() : signedOut()))),
        );
      },
      error: (error) => answer(() => reject(error)),
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}

async function waitingState(
  db: StoryreelDb,
  projectId: string,
): Promise<'waiting' | 'done' | Exclude<Reach, 'online'>> {
  if (nextToSend(await db.outbox.where('projectId').equals(projectId).sortBy('seq')) === null) return 'done';
  const reach = await readReach(db);
  return reach === 'online' ? 'waiting' : reach;
}

function signedOut(): ApiError {
  return new ApiError(401, 'Please sign in again; your changes are kept on this device until then.');
}
