/** Applies a change once, however often the client sends it, to the rows it was planned on. */
import type { DeviceIdentity } from '#shared/entities/history.ts';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { isConflict } from '#edge-api/repos/conflict.ts';
import { findAppliedOp, insertAppliedOp } from '#edge-api/repos/idempotency.ts';
import { standInLine, waitForLine } from './change-line.ts';
import { sha256Hex } from './digest.ts';
import { noteOf, replyOf, type Kept } from './kept-replies.ts';
import { packText, unpackText } from './packed-text.ts';
import { pause } from './pause.ts';
import { changeWords } from './words.ts';

/** An incoming call that changes something. */
export type ChangeCall = {
  userId: string;
  /** The key under which the reply is stored; null when the client sent none. */
  key: string | null;
  /** The version that the client last saw; null applies the change to the current one. */
  ifMatch: number | null;
  /** The version that the edit was first made on: `ifMatch`, unless the row has changed since. */
  madeOn: number | null;
  /** The browser that made it; null when the client doesn't say. */
  device: DeviceIdentity | null;
  /** Equal for two calls that ask for the same. */
  fingerprint: string;
};

/** A planned change: all statements, written as one batch, and the reply. */
export type ChangePlan<Reply> = { statements: Statement[]; reply: Reply };

/** Attempts after a collision, with growing pauses. By then, only another process or the job runner can interfere. */
const TRIES_IN_LINE = 8;
const SHORTEST_PAUSE_MS = 4;
const RETRY_AFTER_SECONDS = 1;
/** Characters of JSON: what is longer is compressed. */
const LONGEST_PLAIN_REPLY = 4_096;

/**
 * Plans a change and writes it in one batch with the answer under the call's key. A call that was applied before gets
 * the same answer, with its rows as they are now (kept-replies.ts). `plan` reads and decides; it is asked again when its rows changed under its hands, and
 * then the person's colliding changes are made one after the other.
 * @throws AppError `idempotency_mismatch` when the key stands for another change; `rate_limited` when others keep being
 *   first; whatever `plan` throws
 */
export async function changeOnce<Reply>(
  deps: Pick<Deps, 'db' | 'now'>,
  call: ChangeCall,
  kept: Kept<Reply>,
  plan: () => Promise<ChangePlan<Reply>>,
): Promise<Reply> {
  const requestHash = await sha256Hex(call.fingerprint);
  const attempt = () => tryOnce(deps, { ...call, requestHash }, kept, plan);
  // A plan may wait a minute for a model, so the first attempt blocks nobody.
  await waitForLine(call.userId);
  const first = await attempt();
  return first === null ? standInLine(call.userId, () => tryAgain(attempt)) : first.reply;
}

async function tryAgain<Reply>(attempt: () => Promise<{ reply: Reply } | null>): Promise<Reply> {
  for (let tries = 0; tries < TRIES_IN_LINE; tries++) {
    if (tries > 0) await pause(SHORTEST_PAUSE_MS * 2 ** tries * Math.random());
    const outcome = await attempt();
    if (outcome !== null) return outcome.reply;
  }
  throw new AppError('rate_limited', changeWords.crowded, {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  });
}

type HashedCall = ChangeCall & { requestHash: string };

/** Null when its rows changed meanwhile. */
async function tryOnce<Reply>(
  deps: Pick<Deps, 'db' | 'now'>,
  call: HashedCall,
  kept: Kept<Reply>,
  plan: () => Promise<ChangePlan<Reply>>,
): Promise<{ reply: Reply } | null> {
  const given = await answeredBefore(deps, call, kept);
  if (given !== null) return given;
  try {
    const { statements, reply } = await plan();
    await deps.db.batch([...(await remembering(deps, call, noteOf(kept, reply))), ...statements], 'write');
    return { reply };
  } catch (error) {
    if (isConflict(error)) return null;
    // The refusal may be caused by the same call, sent twice at once.
    const done = await answeredBefore(deps, call, kept);
    if (done === null) throw error;
    return done;
  }
}

/**
 * Stores what it takes to answer again after a lost reply. It is kept for thirty days (housekeeping.ts). Long texts are
 * compressed.
 */
async function remembering(
  deps: Pick<Deps, 'now'>,
  { userId, key, requestHash }: HashedCall,
  text: string,
): Promise<Statement[]> {
  if (key === null) return [];
  const op =
    text.length <= LONGEST_PLAIN_REPLY
      ? { requestHash, reply: text, packedReply: null }
      : { requestHash, reply: '', packedReply: await packText(text) };
  return [insertAppliedOp(userId, key, op, deps.now())];
}

/**
 * The reply a call got when it was applied, null if it wasn't.
 * @throws AppError `idempotency_mismatch`
 */
export async function answeredBefore<Reply>(
  deps: Pick<Deps, 'db'>,
  { userId, key, fingerprint }: ChangeCall,
  kept: Kept<Reply>,
): Promise<{ reply: Reply } | null> {
  const op = key === null ? null : await findAppliedOp(deps.db, userId, key);
  if (op === null) return null;
  requireSameRequest(op, await sha256Hex(fingerprint));
  const text = op.packedReply === null ? op.reply : await unpackText(op.packedReply);
  return { reply: await replyOf(deps.db, kept, userId, text) };
}

/** @throws AppError `idempotency_mismatch` when a key stands for another request */
export function requireSameRequest(known: { requestHash: string }, requestHash: string): void {
  if (known.requestHash !== requestHash) throw new AppError('idempotency_mismatch', changeWords.keyReused);
}

/**
 * Refuses a change that was decided on an older version.
 * @throws AppError `version_conflict` with the current row
 */
export function requireVersion(
  call: Pick<ChangeCall, 'ifMatch'>,
  current: { version: number },
  what: 'project' | 'scene',
): void {
  if (call.ifMatch !== null && call.ifMatch !== current.version) {
    throw new AppError('version_conflict', changeWords.changedElsewhere[what], { current });
  }
}
