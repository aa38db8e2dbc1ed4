/** Notices when an unreachable server is back, so that nobody has to try something to find out. */
import { ApiError, OfflineError } from '#api/errors.ts';
import { rpc, until } from '#api/rpc.ts';
import { follow } from '#data/follow.ts';
import type { StoryreelDb } from '#data/db.ts';
import { readReach, writeReach, type Reach } from '#data/tables/reach.ts';
import { withinTime, type Timer } from './timer.ts';

const FIRST_WAIT_MS = 1_000;
/** Long enough to spare a battery, short enough for a person who waits. */
const LONGEST_WAIT_MS = 15_000;
/** If the server goes away again this soon, the waits don't start over; otherwise the two would loop every second. */
const FOR_GOOD_MS = 60_000;

/** A server that takes longer than this counts as unreachable. */
const HEALTH_LIMIT_MS = 10_000;

/** When to ask again. @param attempts how often it was asked since it was lost, from 0 */
export function nextAskMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
}

type ServerWatchDeps = {
  db: StoryreelDb;
  timer: Timer;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Sends the server a request; the database records whether it answered. Never throws. */
  ask: () => Promise<void>;
  onCrash: (error: unknown) => void;
};

/** Keeps asking while the server can't be reached, until the signal is aborted. */
export function watchForServer({ db, timer, now, ask, onCrash }: ServerWatchDeps, signal: AbortSignal): void {
  let stopTimer: (() => void) | null = null;
  let attempts = 0;
  let foundAt = Number.NEGATIVE_INFINITY;
  const askLater = (): void => {
    stopTimer = timer.after(nextAskMs(attempts), () => {
      attempts += 1;
      void ask().then(() => stopTimer && !signal.aborted && askLater());
    });
  };
  const rest = (): void => {
    stopTimer?.();
    stopTimer = null;
  };
  const see = (reach: Reach): void => {
    if (reach !== 'offline') {
      if (stopTimer) foundAt = now();
      return rest();
    }
    if (stopTimer) return;
    if (Math.abs(now() - foundAt) > FOR_GOOD_MS) attempts = 0;
    askLater();
  };
  follow(() => readReach(db), see, onCrash, signal);
  signal.addEventListener('abort', rest, { once: true });
}

/** Whether the server itself answers. A proxy may answer in its place, which would look like a sign-out. */
export async function isServerThere(timer: Timer): Promise<boolean> {
  try {
    await withinTime(timer, HEALTH_LIMIT_MS, (signal) => rpc.api.health.$get({}, until(signal)));
    return true;
  } catch (error) {
    if (error instanceof OfflineError || error instanceof ApiError) return false;
    throw error;
  }
}

/** The browser lost its network: no request will get through, so none is needed to find out. */
export async function noteNetworkLost(db: StoryreelDb): Promise<void> {
  if ((await readReach(db)) === 'online') await writeReach(db, 'offline');
}
