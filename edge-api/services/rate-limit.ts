/**
 * Rate limits per person and per address, for calls that cost something. An allowance is a bucket that holds one
 * minute's calls and refills evenly; only the time when it's full again is stored.
 */
import { AppError } from '#shared/errors.ts';
import type { Config } from '../config.ts';
import type { Db } from '#edge-api/db/client.ts';
import { takeFromBucket } from '#edge-api/repos/rate-buckets.ts';
import { changeWords } from './words.ts';

/** Calls a minute, and as many at once. Null means no limit. */
export type Allowance = { perUser: number | null; perAddress: number | null };

/**
 * Starting a sign-in at a provider, checking an API key, calls to a model, uploaded frames of clips, profile pictures,
 * own files on their way (each beginning, part, and end), starting an export on the server, uploaded pictures of its texts,
 * what the public sees of movies, files of public movies for visitors, downloads of all that a person has, and reports about
 * public projects. `request` is any call of somebody who is signed in, and `write` one
 * that changes something.
 */
export type LimitedAction =
  | 'signIn'
  | 'keyCheck'
  | 'aiCall'
  | 'frameUpload'
  | 'avatar'
  | 'upload'
  | 'exportStart'
  | 'exportPicture'
  | 'showcase'
  | 'publicFile'
  | 'dataDownload'
  | 'report'
  | 'request'
  | 'write';

export type RateLimits = Readonly<Record<LimitedAction, Allowance>>;

/** The limits. An address gets more than a person, because a household or an office may share it. */
export const STANDARD_RATE_LIMITS: RateLimits = {
  signIn: { perUser: null, perAddress: 10 },
  keyCheck: { perUser: 5, perAddress: 20 },
  aiCall: { perUser: 20, perAddress: 60 },
  // Two for each clip, and a new browser may send those of a long movie all at once.
  frameUpload: { perUser: 120, perAddress: 360 },
  // A page of the showcase has a face for each of its sixty movies. Counted in memory.
  avatar: { perUser: null, perAddress: 600 },
  // A clip of 2 GB is 241 calls, 200 stills are 600: the first takes 24 seconds at least, at 670 Mbit/s. Whoever is faster
  // waits, and goes on with the next part.
  upload: { perUser: 600, perAddress: 1_800 },
  exportStart: { perUser: 30, perAddress: 120 },
  // One for each text of a movie.
  exportPicture: { perUser: 600, perAddress: 1_800 },
  // What has to be built: unchanged pages cost next to nothing. Counted in memory.
  showcase: { perUser: null, perAddress: 240 },
  // A visitor who plays 150 scenes asks for a thousand parts of files in all. Counted in memory: no row is written for one.
  publicFile: { perUser: null, perAddress: 3_000 },
  // Whoever means it reports a few.
  report: { perUser: null, perAddress: 5 },
  // Each may read gigabytes.
  dataDownload: { perUser: 4, perAddress: 20 },
  // Ten edits a second: nobody who edits by hand makes as many, and what piled up offline is sent at once.
  write: { perUser: 600, perAddress: null },
  request: { perUser: 6_000, perAddress: null },
};

type PerMinute = Pick<Config, 'aiCallsPerMinute' | 'writesPerMinute' | 'requestsPerMinute'>;

/** The limits of a server whose operator says how many calls one person may make in a minute. */
export function rateLimitsOf({ aiCallsPerMinute, writesPerMinute, requestsPerMinute }: PerMinute): RateLimits {
  return {
    ...STANDARD_RATE_LIMITS,
    aiCall: { perUser: aiCallsPerMinute, perAddress: PEOPLE_AN_ADDRESS * aiCallsPerMinute },
    write: { perUser: writesPerMinute, perAddress: null },
    request: { perUser: requestsPerMinute, perAddress: null },
  };
}
/** As many as may use one address at once, as everywhere in the standard limits. */
const PEOPLE_AN_ADDRESS = 3;

/** Where buckets are kept. */
export interface RateBuckets {
  /** Takes one call from a bucket. Resolves to 0, or to the milliseconds until one is available. */
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
 * Counts any call of a person who is signed in.
 * @throws AppError `rate_limited` with the time to wait
 */
export async function countVisit(
  deps: { rateLimits: RateLimits; visitBuckets: RateBuckets; now(): number },
  { userId, isWrite }: { userId: string; isWrite: boolean },
): Promise<void> {
  const counting = { ...deps, rateBuckets: deps.visitBuckets };
  await countCall(counting, 'request', { userId, address: '' });
  if (isWrite) await countCall(counting, 'write', { userId, address: '' });
}

/**
 * Buckets in memory, for a single-process server. A restart refills them, and nobody can trigger one from outside. Full
 * buckets are dropped once a minute, so at most one minute's callers are kept.
 */
export function memoryBuckets(): RateBuckets {
  const fullAtMs = new Map<string, number>();
  let sweptAtMs = 0;
  return {
    take: async (name, perMinute, nowMs) => {
      if (Math.abs(nowMs - sweptAtMs) >= MINUTE_MS) {
        for (const [other, fullMs] of fullAtMs) if (fullMs <= nowMs) fullAtMs.delete(other);
        sweptAtMs = nowMs;
      }
      // Where the clock was set back, what was full later than ever can be is full as late as can be.
      const fullMs = Math.min(fullAtMs.get(name) ?? nowMs, nowMs + MINUTE_MS);
      const afterMs = Math.max(fullMs, nowMs) + callIntervalMs(perMinute);
      if (afterMs > nowMs + MINUTE_MS) {
        fullAtMs.set(name, fullMs);
        return afterMs - nowMs - MINUTE_MS;
      }
      fullAtMs.set(name, afterMs);
      return 0;
    },
  };
}

/**
 * Buckets in the database, for workers: their many short-lived isolates share no memory, and the platform's own limiter
 * counts separately in each location and can't say how long to wait. Costs one database round trip, on calls that are
 * about to cost far more. Each caller has a row of their own, and who floods the server writes to it no more often than
 * their allowance is.
 */
export function databaseBuckets(db: Db): RateBuckets {
  // Whoever goes on calling is refused without a question: until that time nobody else can have put anything back.
  const refusals = new Map<string, { atMs: number; untilMs: number }>();
  const refusedUntil = (name: string, nowMs: number): number | null => {
    const refusal = refusals.get(name);
    return refusal !== undefined && refusal.atMs <= nowMs && nowMs < refusal.untilMs ? refusal.untilMs : null;
  };
  const note = (name: string, refusal: { atMs: number; untilMs: number }): void => {
    if (refusals.size >= REFUSALS_KEPT) refusals.clear();
    refusals.set(name, refusal);
  };
  return {
    take: async (name, perMinute, nowMs) => {
      const knownMs = refusedUntil(name, nowMs);
      if (knownMs !== null) return knownMs - nowMs;
      const intervalMs = callIntervalMs(perMinute);
      const { isTaken, fullAtMs } = await takeFromBucket(db, name, { intervalMs, sizeMs: MINUTE_MS, nowMs });
      if (isTaken) return 0;
      const untilMs = fullAtMs + intervalMs - MINUTE_MS;
      note(name, { atMs: nowMs, untilMs });
      return untilMs - nowMs;
    },
  };
}

/** Of one isolate. With more callers at once than that it asks the database again. */
const REFUSALS_KEPT = 10_000;

/** The refill time of one call. Whole, and rounded so that all of them fit. */
function callIntervalMs(perMinute: number): number {
  return Math.floor(MINUTE_MS / perMinute);
}
