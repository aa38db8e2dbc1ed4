/** One tab of a browser sends for all of them. */
import type { Locks } from './locks.ts';

export const LEADER = 'outbox';

type Lead = {
  /** Starts what the leader does, and stops it when its signal is aborted. */
  work: (signal: AbortSignal) => void;
  /** Calls back when the leading tab stays idle though it has work: it's frozen. Returns how to stop watching. */
  watchSilence: (onSilent: () => void) => () => void;
};

/**
 * Waits until this tab leads, then works until the signal is aborted. Another tab takes over when this one closes, or
 * freezes while edits are waiting. A tab that lost the lead waits for it again.
 */
export async function lead(locks: Locks, { work, watchSilence }: Lead, signal: AbortSignal): Promise<void> {
  const run = async (lost: AbortSignal): Promise<void> => {
    const turn = new AbortController();
    const over = new Promise<void>((resolve) => {
      const end = (): void => {
        turn.abort();
        resolve();
      };
      for (const one of [lost, signal]) one.addEventListener('abort', end, { once: true });
      if (lost.aborted || signal.aborted) end();
    });
    if (!turn.signal.aborted) work(turn.signal);
    await over;
  };
  while (!signal.aborted) {
    const queue = new AbortController();
    const leave = (): void => queue.abort();
    signal.addEventListener('abort', leave, { once: true });
    const stopWatching = watchSilence(leave);
    try {
      await locks.hold(
        LEADER,
        (lost) => {
          stopWatching();
          return run(lost);
        },
        queue.signal,
      );
    } catch (error) {
      if (!queue.signal.aborted) throw error;
      stopWatching();
      if (!signal.aborted) await locks.steal(LEADER, run);
    } finally {
      stopWatching();
      signal.removeEventListener('abort', leave);
    }
  }
}
