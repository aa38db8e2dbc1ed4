/** Lets one waiter sleep until a callback wakes it. A wake before the wait is not lost. */
export type Wake = {
  wake(): void;
  /** Resolves at the next wake, at once if there was one since the last wait. @throws AbortError */
  wait(): Promise<void>;
};

/** Codec callbacks and an abort both wake the waiter. */
export function createWake(signal: AbortSignal): Wake {
  let isAwake = false;
  let resume: (() => void) | null = null;
  const wake = (): void => {
    isAwake = true;
    resume?.();
    resume = null;
  };
  signal.addEventListener('abort', wake, { once: true });
  return {
    wake,
    async wait() {
      if (!isAwake) await new Promise<void>((resolve) => (resume = resolve));
      isAwake = false;
      signal.throwIfAborted();
    },
  };
}
