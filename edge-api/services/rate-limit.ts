/**
 * How often one person, or one address, may do what costs somebody something. An allowance is a bucket that holds one
 * minute's calls and fills evenly; all that is kept of it is the time at which it will be full again.
 */
import { AppError } from '#shared/errors.ts';
import type { Db } from '#edge-api/db/client.ts';
import { takeFromBucket } from '#edge-api/repos/rate-buckets.ts';
import { changeWords } from './words.ts';

/** Calls a minute, that many at once. null is no limit. */
export type Allowance = { perUser: number | null; perAddress: number | null };

/**
 * Beginning a sign-in at a provider, asking whether an API key works, calls that ask a model for something, pictures of
 * clips that come in, and pictures of people that are asked for.
 */
export type LimitedAction = 'signIn' | 'keyCheck' | 'aiCall' | 'frameUpload' | 'avatar';

export type RateLimits = Readonly<Record<LimitedAction, Allowance>>;

/** What a server allows. An address has more than a person, because a household or an office may share it. */
export const STANDARD_RATE_LIMITS: RateLimits = {
  signIn: { perUser: null, perAddress: 10 },
  keyCheck: { perUser: 5, perAddress: 20 },
  aiCall: { perUser: 20, perAddress: 60 },
  // Two for each clip, and a browser that is new to a long movie sends those of all its clips in one go.
  frameUpload: { perUser: 120, perAddress: 360 },
  // A page of the showcase has a face for each of its movies.
  avatar: { perUser: null, perAddress: 120 },
};

/** Where buckets are kept. */
export interface RateBuckets {
  /** Takes one call out of a bucket. Resolves to 0, or to the milliseconds until there is one to take. */
  take(name: string, perMinute: number, nowMs: number): Promise<number>;
}

/** Who makes a call: a person's id (null when nobody is signed in) and their address. */
export type Caller = { userId: string | null; address: string };

const MINUTE_MS = 60_000;

/**
 * Counts one call against the person's allowance and the address's.
 * @throws AppError `rate_limited` with the time to wait
 */
export async function countCall(
  deps: { rateLimits: RateLimits; rateBuckets: RateBuckets; now(): number },
  action: LimitedAction,
  { userId, address }: Caller,
): Promise<void> {
  const { perUser, perAddress } = deps.rateLimits[action];
  const take = async (name: string, perMinute: number | null): Promise<void> => {
    if (perMinute === null) return;
    const waitMs = await deps.rateBuckets.take(name, perMinute, deps.now());
    if (waitMs > 0)
      throw new AppError('rate_limited', changeWords.tooOften, {
        retryAfterSeconds: waitMs / 1000,
      });
  };
  if (userId !== null) await take(`${action} user ${userId}`, perUser);
  await take(`${action} address ${address}`, perAddress);
}

/**
 * Buckets in this process's memory, for a server that is one process. A restart fills them all, and nobody can restart
 * it from outside. Full buckets are forgotten once a minute, so no more are kept than one minute's callers.
 */
export function memoryBuckets(): RateBuckets {
  const fullAtMs = new Map<string, number>();
  let sweptAtMs = 0;
  return {
    take: async (name, perMinute, nowMs) => {
      if (nowMs - sweptAtMs >= MINUTE_MS) {
        for (const [other, fullMs] of fullAtMs) if (fullMs <= nowMs) fullAtMs.delete(other);
        sweptAtMs = nowMs;
      }
      const afterMs = Math.max(fullAtMs.get(name) ?? nowMs, nowMs) + callIntervalMs(perMinute);
      if (afterMs > nowMs + MINUTE_MS) return afterMs - nowMs - MINUTE_MS;
      fullAtMs.set(name, afterMs);
      return 0;
    },
  };
}

/**
 * Buckets in the database, for workers: they run in many isolates that come and go, so memory would limit nobody, and
 * the platform's own limiter counts in each of its places apart and can't say how long to wait. Costs one round trip to
 * the database, on calls that are about to cost far more.
 */
export function databaseBuckets(db: Db): RateBuckets {
  return {
    take: async (name, perMinute, nowMs) => {
      const intervalMs = callIntervalMs(perMinute);
      const { isTaken, fullAtMs } = await takeFromBucket(db, name, { intervalMs, sizeMs: MINUTE_MS, nowMs });
      return isTaken ? 0 : fullAtMs + intervalMs - nowMs - MINUTE_MS;
    },
  };
}

/** The time that one call of so many a minute takes out of a bucket. Whole, and rounded so that all of them fit. */
function callIntervalMs(perMinute: number): number {
  return Math.floor(MINUTE_MS / perMinute);
}
