/** How much is done at once for one person, so that nobody takes all places. */
import { AppError } from '#shared/errors.ts';
import type { Config } from '../config.ts';
import { changeWords } from './words.ts';

/** Clips count for an API key too, which several people may share. Breakdowns and other calls to models are `aiCalls`. */
export type AtOnce = { clips: number; aiCalls: number };

export function atOnceOf({ clipsAtOnce, aiCallsAtOnce }: Pick<Config, 'clipsAtOnce' | 'aiCallsAtOnce'>): AtOnce {
  return { clips: clipsAtOnce, aiCalls: aiCallsAtOnce };
}

/** Who calls a model at this moment, in this process: since when, in milliseconds since the epoch. */
export type CallsUnderWay = Map<string, readonly number[]>;

const TRY_AGAIN_SECONDS = 5;
/** No call takes so long. On workers, one whose caller has left may be ended without a word. */
const LONGEST_CALL_MS = 5 * 60_000;

/**
 * Runs what calls a model for a person, if few enough of theirs are under way.
 * @throws AppError `rate_limited`
 */
export async function amongFew<Answer>(
  deps: { callsUnderWay: CallsUnderWay; atOncePerPerson: AtOnce; now(): number },
  userId: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { callsUnderWay } = deps;
  const sinceMs = deps.now();
  const others = (callsUnderWay.get(userId) ?? []).filter((atMs) => Math.abs(sinceMs - atMs) < LONGEST_CALL_MS);
  if (others.length >= deps.atOncePerPerson.aiCalls)
    throw new AppError('rate_limited', changeWords.manyAtOnce, { retryAfterSeconds: TRY_AGAIN_SECONDS });
  callsUnderWay.set(userId, [...others, sinceMs]);
  try {
    return await call();
  } finally {
    const left = [...(callsUnderWay.get(userId) ?? [])];
    const mine = left.indexOf(sinceMs);
    if (mine >= 0) left.splice(mine, 1);
    if (left.length > 0) callsUnderWay.set(userId, left);
    else callsUnderWay.delete(userId);
  }
}
