/** A change that a client may send twice and that is applied once, on the rows that it was decided on. */
import type { z } from 'zod';
import { AppError } from '#shared/errors.ts';
import type { Deps } from '../deps.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { isConflict } from '#edge-api/repos/conflict.ts';
import { findAppliedOp, insertAppliedOp } from '#edge-api/repos/idempotency.ts';
import { sha256Hex } from './digest.ts';

/** A changing call as it came in. */
export type ChangeCall = {
  userId: string;
  /** Under which the change is remembered; null when the client doesn't ask for that. */
  key: string | null;
  /** The version that the client saw last; null applies the change to whatever is there. */
  ifMatch: number | null;
  /** Equal for two calls that ask for the same. */
  fingerprint: string;
};

/** What a change comes to: everything to be written, as one batch, and the answer to it. */
export type ChangePlan<Reply> = { statements: Statement[]; reply: Reply };

/** Each time somebody else was first; more than this at once is no person's doing. */
const ATTEMPTS = 50;

/**
 * Plans a change and writes it in one batch with the answer under the call's key. A call that was applied before gets
 * the answer that it got then. `plan` reads and decides; it is asked again when its rows changed under its hands.
 * @throws AppError `idempotency_mismatch` when the key stands for another change; whatever `plan` throws
 */
export async function changeOnce<Schema extends z.ZodType>(
  deps: Pick<Deps, 'db' | 'now'>,
  call: ChangeCall,
  replySchema: Schema,
  plan: () => Promise<ChangePlan<z.output<Schema>>>,
): Promise<z.output<Schema>> {
  const requestHash = await sha256Hex(call.fingerprint);
  for (let attempt = 1; ; attempt++) {
    const applied = await appliedBefore(deps, call, requestHash);
    if (applied !== null) return replySchema.parse(JSON.parse(applied));
    try {
      const { statements, reply } = await plan();
      await deps.db.batch([...remembering(deps, call, requestHash, reply), ...statements], 'write');
      return reply;
    } catch (error) {
      if (isConflict(error) && attempt < ATTEMPTS) continue;
      // What refuses this call may be what the same call, sent twice at once, has done in the meantime.
      if ((await appliedBefore(deps, call, requestHash)) === null) throw error;
    }
  }
}

function remembering(
  deps: Pick<Deps, 'now'>,
  { userId, key }: ChangeCall,
  requestHash: string,
  reply: unknown,
): Statement[] {
  if (key === null) return [];
  return [insertAppliedOp(userId, key, { requestHash, reply: JSON.stringify(reply) }, deps.now())];
}

async function appliedBefore(deps: Pick<Deps, 'db'>, call: ChangeCall, requestHash: string): Promise<string | null> {
  const op = call.key === null ? null : await findAppliedOp(deps.db, call.userId, call.key);
  if (op === null) return null;
  if (op.requestHash !== requestHash)
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another change.');
  return op.reply;
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
    throw new AppError('version_conflict', `This ${what} was changed elsewhere in the meantime.`, { current });
  }
}
