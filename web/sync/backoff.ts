/** How long to wait before a change is sent again. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Doubles with each attempt, up to five minutes; up to half of it is taken off by chance, so that clients that failed
 * together don't come back together.
 * @param attempts how often it was sent, from 1
 * @param dice a number from 0 to 1, below 1
 * @param askedSeconds what the server asked for (Retry-After)
 */
export function backoffMs(attempts: number, dice: number, askedSeconds: number | null = null): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempts - 1));
  return Math.max(Math.round(wait * (1 - dice / 2)), (askedSeconds ?? 0) * 1_000);
}
