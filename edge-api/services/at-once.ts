/** How much is done at once for one person, so that nobody takes all places. */
import { AppError } from '#shared/errors.ts';
import type { Config } from '../config.ts';
import { changeWords } from './words.ts';

/** Clips count for an API key too, which several people may share. Breakdowns and other calls to models are `aiCalls`. */
export type AtOnce = { clips: number; aiCalls: number };

export function atOnceOf({ clipsAtOnce, aiCallsAtOnce }: Pick<Config, 'clipsAtOnce' | 'aiCallsAtOnce'>): AtOnce {
  return { clips: clipsAtOnce, aiCalls: aiCallsAtOnce };
}

/** Who calls a model at this moment, in this process. */
export type CallsUnderWay = Map<string, number>;

const TRY_AGAIN_SECONDS = 5;

/**
 * Runs what calls a model for a person, if few enough of theirs are under way.
 * @throws AppError `rate_limited`
 */
export async function amongFew<Answer>(
  deps: { callsUnderWay: CallsUnderWay; atOncePerPerson: AtOnce },
  userId: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const { callsUnderWay } = deps;
  const others = callsUnderWay.get(userId) ?? 0;
  if (others >= deps.atOncePerPerson.aiCalls)
    throw new AppError('rate_limited', changeWords.manyAtOnce, { retryAfterSeconds: TRY_AGAIN_SECONDS });
  callsUnderWay.set(userId, others + 1);
  try {
    return await call();
  } finally {
    const left = (callsUnderWay.get(userId) ?? 1) - 1;
    if (left > 0) callsUnderWay.set(userId, left);
    else callsUnderWay.delete(userId);
  }
}
