/** When files and other work that failed are tried again: by time, each on its own, so that one holds up no other. */
import { ApiError } from '#api/errors.ts';
import { backoffMs } from './backoff.ts';
import type { Timer } from './timer.ts';

export type Retries = {
  /** Whether it may be tried now. */
  isDue(key: string): boolean;
  /** How often it failed in a row. */
  failuresOf(key: string): number;
  /** It failed: `onDue` is called when it may be tried again. @param waitMs instead of what failures and server ask for */
  failed(key: string, error: unknown, waitMs?: number): void;
  /** It succeeded, or the person wants it now: nothing is known of it. */
  forget(key: string): void;
  /** The server is back, or there is room again: everything may be tried now. */
  wake(): void;
};

type Waiting = { failures: number; callOff: (() => void) | null };

/** Until the signal is aborted. */
export function createRetries(
  { timer, dice }: { timer: Timer; dice(): number },
  onDue: () => void,
  signal: AbortSignal,
): Retries {
  const known = new Map<string, Waiting>();
  const rest = (): void => known.forEach(({ callOff }) => callOff?.());
  signal.addEventListener('abort', rest, { once: true });
  return {
    isDue: (key) => (known.get(key)?.callOff ?? null) === null,
    failuresOf: (key) => known.get(key)?.failures ?? 0,
    failed(key, error, waitMs) {
      if (signal.aborted) return;
      const failures = (known.get(key)?.failures ?? 0) + 1;
      known.get(key)?.callOff?.();
      const asked = error instanceof ApiError ? error.retryAfterSeconds : null;
      const waiting: Waiting = { failures, callOff: null };
      waiting.callOff = timer.after(waitMs ?? backoffMs(failures, dice(), asked), () => {
        waiting.callOff = null;
        onDue();
      });
      known.set(key, waiting);
    },
    forget(key) {
      known.get(key)?.callOff?.();
      known.delete(key);
    },
    wake() {
      rest();
      known.clear();
      onDue();
    },
  };
}
