/** Reads the clock with every frame of the screen or, where the page is hidden and gets none, now and then. */

/** Sound goes on there. */
const HIDDEN_TICK_MS = 250;

export function createTicker(tick: () => void) {
  let frame: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Ticks once more. */
    next(): void {
      if (document.visibilityState === 'hidden') {
        clearTimeout(timer);
        timer = setTimeout(tick, HIDDEN_TICK_MS);
        return;
      }
      frame ??= requestAnimationFrame(() => {
        frame = null;
        tick();
      });
    },
    stop(): void {
      if (frame !== null) cancelAnimationFrame(frame);
      frame = null;
      clearTimeout(timer);
    },
  };
}
