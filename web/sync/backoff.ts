/** How long to wait before a change is sent again. */
const FIRST_WAIT_MS = 1_000;
/** Together with the time limit of a request (`SEND_LIMIT_MS`) this is under a minute. */
const LONGEST_WAIT_MS = 30_000;
/** A proxy may ask for an hour. Trying once a minute is cheap. */
const LONGEST_ASKED_WAIT_MS = 60_000;

/**
 * Doubles with each failure, up to half a minute, minus up to half by chance so that clients that failed together don't
 * come back together.
 * @param failures in a row, from 1
 * @param dice a number from 0 to 1, below 1
 * @param askedSeconds what the server asked for (Retry-After)
 */
export function backoffMs(failures: number, dice: number, askedSeconds: number | null = null): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1));
  const asked = Math.min(LONGEST_ASKED_WAIT_MS, (askedSeconds ?? 0) * 1_000);
  return Math.max(Math.round(wait * (1 - dice / 2)), asked);
}

/**
 * When a change may be sent. A time further away than the longest wait comes from a clock that has since been set back,
 * so the change is due now.
 */
export function dueAt(nextAt: number, now: number): number {
  return nextAt - now > LONGEST_ASKED_WAIT_MS ? now : nextAt;
}
