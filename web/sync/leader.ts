/** One tab of a browser sends for all of them. */
import type { Locks } from './locks.ts';

/**
 * Waits until this tab is the one, then works until the signal is aborted; another tab takes over when this one is closed.
 * @param work starts what the leader does, and stops it when its signal is aborted
 */
export async function lead(locks: Locks, work: (signal: AbortSignal) => void, signal: AbortSignal): Promise<void> {
  const untilAborted = new Promise<void>((resolve) =>
    signal.addEventListener('abort', () => resolve(), { once: true }),
  );
  try {
    await locks.hold(
      'outbox',
      () => {
        work(signal);
        return untilAborted;
      },
      signal,
    );
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
