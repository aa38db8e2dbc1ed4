/** Watches the outbox and drains projects in parallel, each in its own order. */
import { follow } from '#data/follow.ts';
import { isOutOfRoom } from '#data/room.ts';
import { readReach } from '#data/tables/reach.ts';
import { backoffMs, dueAt } from './backoff.ts';
import { drainProject } from './drain.ts';
import { nextDue } from './claim.ts';
import type { SyncDeps } from './sync-deps.ts';
import type { Timer } from './timer.ts';

export type DrainEvents = {
  /** A project's outbox has been emptied. */
  onDrained(projectId: string): void;
  /** Nobody is signed in. Nothing is sent until someone is. */
  onSignedOut(): void;
  /** A bug, or a database that can't be written. Waiting changes are tried again later. */
  onCrash(error: unknown): void;
};

/** Runs until the signal is aborted, in only one tab per person. */
export function runDrain(deps: SyncDeps, userId: string, events: DrainEvents, timer: Timer, signal: AbortSignal): void {
  const busy = new Set<string>();
  let isSignedOut = false;
  let stopTimer: (() => void) | null = null;
  let due = new Map<string, number>();
  /** Of projects at which something has failed here, as a full disk does: when they are tried again. */
  const rests = new Map<string, { failures: number; until: number }>();
  const failed = (projectId: string, error: unknown): void => {
    if (signal.aborted) return;
    const failures = (rests.get(projectId)?.failures ?? 0) + 1;
    rests.set(projectId, { failures, until: deps.device.now() + backoffMs(failures, 0) });
    if (isOutOfRoom(error)) deps.makeRoom().catch(events.onCrash);
    events.onCrash(error);
  };

  const start = async (projectId: string): Promise<void> => {
    busy.add(projectId);
    try {
      const outcome = await drainProject(deps, projectId, userId, signal);
      rests.delete(projectId);
      if (outcome.kind === 'drained' && outcome.sent > 0) events.onDrained(projectId);
      if (outcome.kind === 'signed-out' && !isSignedOut) {
        isSignedOut = true;
        events.onSignedOut();
      }
    } catch (error) {
      failed(projectId, error);
    }
    try {
      due = await dueTimes(deps, userId);
    } catch (error) {
      if (!signal.aborted) events.onCrash(error);
      due.delete(projectId);
    }
    busy.delete(projectId);
    look();
  };

  /** Starts what is due and sets a timer for the rest. */
  const look = (): void => {
    stopTimer?.();
    stopTimer = null;
    if (signal.aborted || isSignedOut) return;
    const now = deps.device.now();
    const idle = [...due]
      .filter(([projectId]) => !busy.has(projectId))
      .map(([projectId, at]): [string, number] => [
        projectId,
        Math.max(dueAt(at, now), dueAt(rests.get(projectId)?.until ?? 0, now)),
      ]);
    for (const [projectId, at] of idle) if (at <= now) void start(projectId);
    const next = Math.min(...idle.filter(([, at]) => at > now).map(([, at]) => at));
    if (Number.isFinite(next)) stopTimer = timer.after(next - now, look);
  };

  const readState = async () => ({
    times: await dueTimes(deps, userId),
    isEnded: (await readReach(deps.db)) === 'signed-out',
  });
  const see = ({ times, isEnded }: Awaited<ReturnType<typeof readState>>): void => {
    due = times;
    isSignedOut = isEnded;
    look();
  };
  follow(readState, see, events.onCrash, signal, deps.rest);
  signal.addEventListener('abort', () => stopTimer?.(), { once: true });
}

/** When the next change of each project is due. A project with only refused changes, or ones that wait for files, has none. */
async function dueTimes({ db }: SyncDeps, userId: string): Promise<Map<string, number>> {
  const rows = await db.outbox.where('userId').equals(userId).sortBy('seq');
  const due = new Map<string, number>();
  for (const projectId of new Set(rows.map((row) => row.projectId))) {
    const next = await nextDue(
      db,
      rows.filter((row) => row.projectId === projectId),
    );
    if (next) due.set(projectId, next.nextAt);
  }
  return due;
}
