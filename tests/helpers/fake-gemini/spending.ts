// Keys that are valid and still can't pay.

import type { Reply } from './reply.ts';
import type { FakeState } from './state.ts';
import { type ErrorFamily, noCredit, quotaExceeded } from './wire-errors.ts';

const FREE_TIER_RETRY_SECONDS = 34;

/** The refusal that a key earns for a picture or a video, or null. */
export function spendingRefusal(state: FakeState, key: string, model: string, family: ErrorFamily): Reply | null {
  const verdict = state.options.keys(key);
  if (verdict === 'noCredit') return noCredit(family);
  if (verdict !== 'freeTier') return null;
  return quotaExceeded(family, { retrySeconds: FREE_TIER_RETRY_SECONDS, model, isFreeTier: true });
}
