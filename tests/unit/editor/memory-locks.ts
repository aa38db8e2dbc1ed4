/** Locks of one imaginary browser: first come, first served; who waits can give up. */
import type { ExportLocks } from '#editor/export-locks.ts';

type MemoryLocks = ExportLocks & { isWanted(name: string): Promise<boolean> };

/** @param held names of the locks that somebody holds */
export function memoryLocks(held: Set<string> = new Set()): MemoryLocks {
  const queues = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, number>();
  const count = (name: string, by: number): void => void waiting.set(name, (waiting.get(name) ?? 0) + by);
  return {
    hold(name, work, { signal, onWait } = {}) {
      if (held.has(name)) onWait?.();
      const before = queues.get(name) ?? Promise.resolve();
      count(name, 1);
      const mine = before.then(async () => {
        count(name, -1);
        signal?.throwIfAborted();
        held.add(name);
        try {
          return await work();
        } finally {
          held.delete(name);
        }
      });
      queues.set(
        name,
        mine.catch(() => undefined),
      );
      return signal ? Promise.race([mine, rejectOnAbort(signal)]) : mine;
    },
    isWanted: async (name) => (waiting.get(name) ?? 0) > 0,
  };
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}
