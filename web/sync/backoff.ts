/** How long to wait before a change is sent again. */
const FIRST_WAIT_MS = 1_000;
/** With the time that a request may hang (`SEND_LIMIT_MS`) less than a minute: nothing waits longer for a server that answers. */
const LONGEST_WAIT_MS = 30_000;
/** A proxy may ask for an hour. Looking once a minute costs nobody anything. */
const LONGEST_ASKED_WAIT_MS = 60_000;

/**
 * Doubles with each failure, up to half a minute; up to half of it is taken off by chance, so that clients that failed
 * together don't come back together.
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
 * When a change may be sent. A time that is further away than any wait was set by a clock that has been put back since:
 * it means nothing, and the change is due.
 */
export function dueAt(nextAt: number, now: number): number {
  return nextAt - now > LONGEST_ASKED_WAIT_MS ? now : nextAt;
}
