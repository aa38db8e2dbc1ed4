/** Timers, injected so that tests can fire them, and calls with a time limit. */
import { OfflineError } from '#api/errors.ts';

export type Timer = {
  /** Runs the work once after a delay. Returns how to cancel it. */
  after(ms: number, work: () => void): () => void;
};

/** A change is a few kilobytes. A hanging request must not block the changes behind it. */
export const SEND_LIMIT_MS = 20_000;
/** For a project with all its scenes. Its changes can't be sent meanwhile. */
export const PULL_LIMIT_MS = 30_000;

/**
 * Runs the work with a signal that is aborted at the limit.
 * @throws OfflineError at the limit; else what the work throws
 */
export async function withinTime<T>(
  timer: Timer,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const passOn = (): void => limit.abort(signal?.reason);
  signal?.addEventListener('abort', passOn, { once: true });
  let isLate = false;
  const stop = timer.after(limitMs, () => {
    isLate = true;
    limit.abort();
  });
  try {
    return await work(limit.signal);
  } catch (error) {
    if (isLate && signal?.aborted !== true) throw new OfflineError(error);
    throw error;
  } finally {
    stop();
    signal?.removeEventListener('abort', passOn);
  }
}
