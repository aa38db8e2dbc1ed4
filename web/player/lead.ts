/**
 * How long before a join to start the next deck, so that its first frame moves when the previous scene's last one is
 * over. Starting takes time; the lead is learned from past starts.
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
