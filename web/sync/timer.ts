/** Timers, injected so that tests can fire them, and calls with a time limit. */
import { OfflineError } from '#api/errors.ts';

export type Timer = {
  /** Runs the work once after a delay. Returns how to cancel it. */
  after(ms: number, work: () => void): () => void;
};

/** A change is a few kilobytes, a call of several a few hundred. A hanging request must not block the changes behind it. */
export const SEND_LIMIT_MS = 20_000;
/** For a project with all its scenes. Its changes can't be sent meanwhile. */
export const PULL_LIMIT_MS = 30_000;

/** Of a part of a file or a download: how long nothing may move. Slow lines take as long as they need. */
export const STALL_LIMIT_MS = 60_000;

/**
 * Runs the work with a signal that is aborted at the limit.
 * @throws OfflineError at the limit; else what the work throws
 */
export function withinTime<T>(
  timer: Timer,
  limitMs: number,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  return whileMoving(timer, limitMs, (limit) => work(limit), signal);
}

/**
 * Runs the work with a signal that is aborted when it hasn't told of progress for this long.
 * @throws OfflineError at the limit; else what the work throws
 */
export async function whileMoving<T>(
  timer: Timer,
  limitMs: number,
  work: (signal: AbortSignal, onProgress: () => void) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  signal?.throwIfAborted();
  const limit = new AbortController();
  const passOn = (): void => limit.abort(signal?.reason);
  signal?.addEventListener('abort', passOn, { once: true });
  let isLate = false;
  const end = (): void => {
    isLate = true;
    limit.abort();
  };
  let stop = timer.after(limitMs, end);
  const onProgress = (): void => {
    if (limit.signal.aborted) return;
    stop();
    stop = timer.after(limitMs, end);
  };
  try {
    return await work(limit.signal, onProgress);
  } catch (error) {
    if (isLate && signal?.aborted !== true) throw new OfflineError(error);
    throw error;
  } finally {
    stop();
    signal?.removeEventListener('abort', passOn);
  }
}

/** Passes bytes on, and tells that some came. */
export function noting(onProgress: () => void): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    transform(chunk, controller) {
      onProgress();
      controller.enqueue(chunk);
    },
  });
}
