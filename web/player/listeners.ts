/** The listeners to a player's state and time. */

/** Labels don't need more frequent updates. */
const TENTH_MS = 100;

type TimeListener = (timeUs: number) => void;

export function createListeners(now: () => number = () => performance.now()) {
  const onState = new Set<() => void>();
  const onTime = new Set<TimeListener>();
  const onTenth = new Set<TimeListener>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let toldUs = Number.NaN;
  let late: ReturnType<typeof setTimeout> | null = null;

  const tellTenth = (timeUs: number): void => {
    if (late !== null) clearTimeout(late);
    late = null;
    [toldAt, toldUs] = [now(), timeUs];
    for (const listener of onTenth) listener(timeUs);
  };

  return {
    state(): void {
      for (const listener of onState) listener();
    },
    /** The ten-a-second listeners get only some of the small steps, but always the last one and every jump. */
    time(timeUs: number): void {
      for (const listener of onTime) listener(timeUs);
      const isJump = !(Math.abs(timeUs - toldUs) < TENTH_MS * 2_000);
      const waitMs = isJump ? 0 : TENTH_MS - (now() - toldAt);
      if (waitMs <= 0) return tellTenth(timeUs);
      if (late !== null) clearTimeout(late);
      late = setTimeout(() => tellTenth(timeUs), waitMs);
    },
    onState: (listener: () => void) => listen(onState, listener),
    onTime: (listener: TimeListener) => listen(onTime, listener),
    onTenth: (listener: TimeListener) => listen(onTenth, listener),
  };
}

function listen<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
