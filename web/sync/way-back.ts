/** Finds the server again after it could not be reached, so that nobody has to try something to learn that it is back. */
import { liveQuery } from 'dexie';
import { send } from '#api/client.ts';
import { ApiError, OfflineError } from '#api/errors.ts';
import type { StoryreelDb } from '#data/db.ts';
import { readReach, writeReach } from '#data/tables/reach.ts';
import type { Timer } from './timer.ts';

const FIRST_WAIT_MS = 1_000;
/** Long enough for a battery, short enough for a person who waits. */
const LONGEST_WAIT_MS = 15_000;

/** When a server that has not answered is asked again. @param attempts how often it was asked since it was lost, from 0 */
export function nextAskMs(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
}

type WayBackDeps = {
  db: StoryreelDb;
  timer: Timer;
  /** Asks the server for something; whether it answered is told by the database. Never throws. */
  ask: () => Promise<void>;
  onCrash: (error: unknown) => void;
};

/** Asks again and again while the server can't be reached, until the signal is aborted. */
export function findWayBack({ db, timer, ask, onCrash }: WayBackDeps, signal: AbortSignal): void {
  let stopTimer: (() => void) | null = null;
  const askLater = (attempts: number): void => {
    stopTimer = timer.after(nextAskMs(attempts), () => {
      void ask().then(() => stopTimer && !signal.aborted && askLater(attempts + 1));
    });
  };
  const rest = (): void => {
    stopTimer?.();
    stopTimer = null;
  };
  const subscription = liveQuery(() => readReach(db)).subscribe({
    next: (reach) => {
      if (reach !== 'offline') rest();
      else if (!stopTimer) askLater(0);
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
export async function isServerThere(): Promise<boolean> {
  try {
    await send({ path: '/api/health' });
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
