/** Notices a worker that waits for ever: browsers were seen to drop a reading without an error. */
export type SilenceWatch = {
  /** Something came. */
  heard(): void;
  /** Ends the watch; may be called twice. */
  end(): void;
};

/** The silence is counted in so many looks, and so a computer that slept is not taken for a worker that is silent. */
const LOOKS = 12;

/** Calls `onSilent` once when nothing was heard for `limitMs` in which the page was awake. The caller ends it. */
export function watchSilence(limitMs: number, onSilent: () => void): SilenceWatch {
  let quietLooks = 0;
  const end = (): void => clearInterval(timer);
  const timer = setInterval(() => {
    quietLooks += 1;
    if (quietLooks < LOOKS) return;
    end();
    onSilent();
  }, limitMs / LOOKS);
  return { heard: () => (quietLooks = 0), end };
}
