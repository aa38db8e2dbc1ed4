/** Waiting: a clock that rings, handed in so that tests can ring it, and calls that are given up when they take too long. */
import { OfflineError } from '#api/errors.ts';

export type Timer = {
  /** Runs the work once, after so long. Answers how to stop it. */
  after(ms: number, work: () => void): () => void;
};

/** A change is a few kilobytes. A request that hangs says nothing, and what waits behind it must not wait with it. */
export const SEND_LIMIT_MS = 20_000;
/** A project with all its scenes; nothing of it can be sent meanwhile. */
export const PULL_LIMIT_MS = 30_000;

/**
 * The work, with a signal that is aborted when it takes longer than the limit.
 * @throws OfflineError when it took longer; else what the work throws
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
