/** How often somebody may do something: a bucket each, in this process's memory. */
import { AppError } from '#shared/errors.ts';

const MINUTE_MS = 60_000;
/** Full buckets are forgotten when there are more than this. */
const BUCKETS_KEPT = 10_000;

/**
 * A limit of so many calls a minute, that many at once. null limits nothing.
 * @returns takes one call for a key; throws AppError `rate_limited` with the time to wait
 */
export function createRateLimit(perMinute: number | null, now: () => number): (key: string) => void {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return (key) => {
    if (perMinute === null) return;
    const nowMs = now();
    const bucket = buckets.get(key) ?? { left: perMinute, atMs: nowMs };
    const left = Math.min(perMinute, bucket.left + ((nowMs - bucket.atMs) / MINUTE_MS) * perMinute);
    if (left < 1)
      throw new AppError('rate_limited', 'That was too often. Please wait a moment.', {
        retryAfterSeconds: ((1 - left) * 60) / perMinute,
      });
    buckets.set(key, { left: left - 1, atMs: nowMs });
    if (buckets.size > BUCKETS_KEPT)
      for (const [other, { atMs }] of buckets) if (nowMs - atMs > MINUTE_MS) buckets.delete(other);
  };
}
