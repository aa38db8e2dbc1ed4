/** Tells a single seek from a pointer that is on its way, for which no decoder is started at every place that it passes. */

/** Seeks that are nearer to each other belong to one way. */
const ON_THE_WAY_MS = 150;
/** A pointer that stands for so long has come to where it goes. */
const SETTLED_MS = 80;

export type Settling = {
  /** Something else is wanted. @param isSeek whether the playhead was moved, rather than that it plays */
  move(isSeek: boolean): void;
  /** The last seek came soon after another one. */
  isOnTheWay(): boolean;
  /** Resolves at once after a single seek; else when the pointer stands, or something else is wanted. */
  wait(): Promise<void>;
};

export function createSettling(now: () => number = () => performance.now()): Settling {
  let movedAtMs = Number.NEGATIVE_INFINITY;
  let isOnTheWay = false;
  let wake: () => void = () => undefined;
  return {
    move(isSeek) {
      wake();
      if (!isSeek) return;
      isOnTheWay = now() - movedAtMs < ON_THE_WAY_MS;
      movedAtMs = now();
    },
    isOnTheWay: () => isOnTheWay,
    async wait() {
      if (!isOnTheWay) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, SETTLED_MS);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}
