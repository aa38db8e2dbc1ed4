/**
 * How long before a join the next deck must be started, so that its first frame moves when the last one's is over. Each
 * start takes its own time to get going; the lead is learned from those that were seen.
 */
const FIRST_GUESS_MS = 90;
const LONGEST_MS = 400;
/** Weight of the newest start: two or three joins are enough to settle. */
const NEWEST = 0.4;

export type Lead = {
  /** Milliseconds of lead for the next join. */
  ms(): number;
  /** A deck took this long from `play()` to its first moving frame. */
  learn(delayMs: number): void;
};

export function createLead(): Lead {
  let lead = FIRST_GUESS_MS;
  return {
    ms: () => lead,
    learn(delayMs) {
      if (!Number.isFinite(delayMs)) return;
      lead = lead * (1 - NEWEST) + Math.min(Math.max(delayMs, 0), LONGEST_MS) * NEWEST;
    },
  };
}
