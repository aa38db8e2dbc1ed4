/** Finds the server again after it could not be reached, so that nobody has to try something to learn that it is back. */
import { liveQuery } from 'dexie';
import { send } from '#api/client.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import type { StoryreelDb } from '#data/db.ts';
import { readReach, writeReach } from '#data/tables/reach.ts';
import { withinTime, type Timer } from './timer.ts';

const FIRST_WAIT_MS = 1_000;
/** Long enough for a battery, short enough for a person who waits. */
const LONGEST_WAIT_MS = 15_000;
/** A server that is lost again so soon is asked as seldom as before, or the two would go round in a second. */
const FOR_GOOD_MS = 60_000;

/** A server that takes longer to say that it is there is not. */
const HEALTH_LIMIT_MS = 10_000;

/** When a server that has not answered is asked again. @param attempts how often it was asked since it was lost, from 0 */
export function nextAskMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
}

type WayBackDeps = {
  db: StoryreelDb;
  timer: Timer;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Asks the server for something; whether it answered is told by the database. Never throws. */
  ask: () => Promise<void>;
  onCrash: (error: unknown) => void;
};

/** Asks again and again while the server can't be reached, until the signal is aborted. */
export function findWayBack({ db, timer, now, ask, onCrash }: WayBackDeps, signal: AbortSignal): void {
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
  const subscription = liveQuery(() => readReach(db)).subscribe({
    next: (reach) => {
      if (reach !== 'offline') {
        if (stopTimer) foundAt = now();
        return rest();
      }
      if (stopTimer) return;
      if (Math.abs(now() - foundAt) > FOR_GOOD_MS) attempts = 0;
      askLater();
    },
    error: onCrash,
  });
  signal.addEventListener(
    'abort',
    () => {
      subscription.unsubscribe();
      rest();
    },
    { once: true },
  );
}

/** Whether the server itself answers. A proxy before it may answer in its place, and would be taken for a sign-out. */
export async function isServerThere(timer: Timer): Promise<boolean> {
  try {
    await withinTime(timer, HEALTH_LIMIT_MS, (signal) => send({ path: '/api/health', signal }));
    return true;
  } catch (error) {
    if (error instanceof OfflineError || error instanceof ApiError) return false;
    throw error;
  }
}

/** The browser has lost its network: no call is needed to know that none will arrive. */
export async function noteNetworkLost(db: StoryreelDb): Promise<void> {
  if ((await readReach(db)) === 'online') await writeReach(db, 'offline');
}
