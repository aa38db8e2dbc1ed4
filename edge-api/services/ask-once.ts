/**
 * A change that calls a model. Of equal calls under one key, one makes the request and the others wait for its reply.
 */
import { z } from 'zod';
import { base64UrlOf } from '#shared/bytes.ts';
import { AppError, errorCodes } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import { claimOp, endClaim, failClaim, findClaim, type Claim, type ClaimState } from '#edge-api/repos/idempotency.ts';
import { amongFew } from './at-once.ts';
import { answeredBefore, changeOnce, requireSameRequest, type ChangeCall, type ChangePlan } from './change-once.ts';
import { sha256Hex } from './digest.ts';
import type { Kept } from './kept-replies.ts';
import { pause } from './pause.ts';

export type AskDeps = Pick<Deps, 'db' | 'now' | 'randomBytes' | 'callsUnderWay' | 'atOncePerPerson'>;

/** How long a waiting call pauses between two looks whether the other one has ended: longer and longer. */
const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
const CLAIM_ID_BYTES = 16;

/**
 * Like `changeOnce`, for a plan that calls a model. A call without a key runs at once.
 * @param longestMs how long the plan may take: an older claim was left by a process that died
 * @throws AppError as `changeOnce`, and `rate_limited` when too many of the person's are under way; calls that waited for a failed one get its failure
 */
export async function askOnce<Reply>(
  deps: AskDeps,
  call: ChangeCall,
  { reply, longestMs }: { reply: Kept<Reply>; longestMs: number },
  plan: () => Promise<ChangePlan<Reply>>,
): Promise<Reply> {
  const ask = () => amongFew(deps, call.userId, () => changeOnce(deps, call, reply, plan));
  if (call.key === null) return ask();
  const claim: Claim = { userId: call.userId, key: call.key, claimId: base64UrlOf(deps.randomBytes(CLAIM_ID_BYTES)) };
  const given = await waitForTurn(deps, { call, claim, reply, longestMs });
  if (given !== null) return given.reply;
  try {
    const answer = await ask();
    await deps.db.batch([endClaim(claim)], 'write');
    return answer;
  } catch (error) {
    const failure = failureText(error);
    await deps.db.batch([failure === null ? endClaim(claim) : failClaim(claim, failure)], 'write');
    throw error;
  }
}

/** Null when it's this call's turn; else the reply that another call under the key got. */
async function waitForTurn<Reply>(
  deps: AskDeps,
  turn: { call: ChangeCall; claim: Claim; reply: Kept<Reply>; longestMs: number },
): Promise<{ reply: Reply } | null> {
  const { call, claim, reply, longestMs } = turn;
  const requestHash = await sha256Hex(call.fingerprint);
  let pauseMs = SHORTEST_PAUSE_MS;
  for (let looks = 0; ; looks++) {
    const given = await answeredBefore(deps, call, reply);
    if (given !== null) return given;
    const nowMs = deps.now();
    const wish = { requestHash, nowMs, untilMs: nowMs + longestMs, takesFailed: looks === 0 };
    // Who waits only reads: a database writes one call at a time, for everybody.
    const other = looks === 0 ? null : await findClaim(deps.db, claim, wish);
    const state = other ?? (await claimOp(deps.db, claim, wish));
    if (state === null || state.claimId === claim.claimId) return null;
    requireSameRequest(state, requestHash);
    throwIfFailed(state);
    await pause(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

const failureSchema = z.object({
  code: z.enum(errorCodes),
  message: z.string(),
  retryAfterSeconds: z.number().optional(),
});

/** Null for a failure that can't be shared: a bug, or one that carries a row. */
function failureText(error: unknown): string | null {
  if (!(error instanceof AppError) || error.current !== undefined) return null;
  const { code, message, retryAfterSeconds } = error;
  return JSON.stringify({ code, message, retryAfterSeconds });
}

function throwIfFailed({ failure }: ClaimState): void {
  if (failure === null) return;
  const { code, message, retryAfterSeconds } = failureSchema.parse(JSON.parse(failure));
  throw new AppError(code, message, retryAfterSeconds === undefined ? {} : { retryAfterSeconds });
}
