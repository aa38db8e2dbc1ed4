/** A timer that is moved by hand. */
import type { Timer } from '#sync/timer.ts';

export type ManualTimer = Timer & {
  /** Fires what is due, in its order. */
  advance(ms: number): void;
};

export function manualTimer(): ManualTimer {
  let now = 0;
  const works = new Set<{ at: number; work: () => void }>();
  return {
    after(ms, work) {
      const entry = { at: now + ms, work };
      works.add(entry);
      return () => void works.delete(entry);
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...works].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
        if (next === undefined) break;
        now = next.at;
        works.delete(next);
        next.work();
      }
      now = until;
    },
  };
}
