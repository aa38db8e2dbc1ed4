/** Changes that were applied, under the keys that their clients gave them. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

const opRow = z.object({
  requestHash: z.string(),
  reply: z.string(),
  packedReply: z.instanceof(ArrayBuffer).nullable(),
});
/** `reply` is the JSON text of the answer; a long one is in `packedReply`, compressed. */
export type AppliedOp = z.output<typeof opRow>;

export async function findAppliedOp(db: Db, userId: string, key: string): Promise<AppliedOp | null> {
  const sql = `select request_hash as requestHash, reply, packed_reply as packedReply from applied_ops
    where user_id = :userId and op_key = :key`;
  return parseFirst(opRow, await db.execute({ sql, args: { userId, key } }));
}

/** Remembers a change; fails when its key is remembered already. */
export function insertAppliedOp(userId: string, key: string, op: AppliedOp, nowMs: number): Statement {
  return {
    sql: `insert into applied_ops (user_id, op_key, request_hash, reply, packed_reply, created_at_ms)
      values (:userId, :key, :requestHash, :reply, :packedReply, :nowMs)`,
    args: { ...op, userId, key, nowMs },
  };
}

/** Holds while no change is remembered under a key; the rest of its batch depends on it. */
export function expectNotApplied(userId: string, key: string): Statement {
  return {
    sql: 'insert into expectation (holds) select not exists (select 1 from applied_ops where user_id = :userId and op_key = :key)',
    args: { userId, key },
  };
}

/** Forgets changes from before a time. */
export function purgeAppliedOps(beforeMs: number, limit: number): Statement {
  return {
    sql: `delete from applied_ops where rowid in
      (select rowid from applied_ops where created_at_ms < :beforeMs limit :limit)`,
    args: { beforeMs, limit },
  };
}

/** A call that is under way under a key of a person. */
export type Claim = { userId: string; key: string; claimId: string };

const claimRow = z.object({ claimId: z.string(), requestHash: z.string(), failure: z.string().nullable() });
/** Who has a key, and what their call failed of, null when it has not. */
export type ClaimState = z.output<typeof claimRow>;

/** A claim that lasts longer than one of now was made before the clock was set back, or by a clock further ahead than any. */
const CLOCKS_APART_MS = 60_000;

/** A claim whose call has died. */
const IS_OVER = `(until_ms <= :nowMs or until_ms > :untilMs + ${CLOCKS_APART_MS})`;
const CLAIM_COLUMNS = 'claim_id as claimId, request_hash as requestHash, failure';

/** Who has a key; null when nobody has, or one whose call has died. */
export async function findClaim(
  db: Db,
  { userId, key }: Claim,
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<ClaimState | null> {
  const sql = `select ${CLAIM_COLUMNS} from claimed_ops where user_id = :userId and op_key = :key and not ${IS_OVER}`;
  return parseFirst(claimRow, await db.execute({ sql, args: { userId, key, nowMs, untilMs } }));
}

/**
 * Takes a key for a call if it is free, and tells who has it then. One whose call has died is free; one whose call has
 * failed is free to who does not want to know why.
 */
export async function claimOp(
  db: Db,
  { userId, key, claimId }: Claim,
  wish: { requestHash: string; nowMs: number; untilMs: number; takesFailed: boolean },
): Promise<ClaimState | null> {
  const [, rows] = await db.batch(
    [
      {
        sql: `insert into claimed_ops (user_id, op_key, claim_id, request_hash, until_ms)
          values (:userId, :key, :claimId, :requestHash, :untilMs)
          on conflict (user_id, op_key) do update set claim_id = excluded.claim_id, request_hash = excluded.request_hash,
            until_ms = excluded.until_ms, failure = null
          where ${IS_OVER} or (failure is not null and :takesFailed)`,
        args: { userId, key, claimId, ...wish },
      },
      {
        sql: `select ${CLAIM_COLUMNS} from claimed_ops where user_id = :userId and op_key = :key`,
        args: { userId, key },
      },
    ],
    'write',
  );
  return rows === undefined ? null : parseFirst(claimRow, rows);
}

/** Gives a key up. */
export function endClaim({ userId, key, claimId }: Claim): Statement {
  return {
    sql: 'delete from claimed_ops where user_id = :userId and op_key = :key and claim_id = :claimId',
    args: { userId, key, claimId },
  };
}

/** Gives a key up, and leaves word why. */
export function failClaim({ userId, key, claimId }: Claim, failure: string): Statement {
  return {
    sql: 'update claimed_ops set failure = :failure where user_id = :userId and op_key = :key and claim_id = :claimId',
    args: { userId, key, claimId, failure },
  };
}

/** Forgets claims that have ended. */
export function purgeClaims(nowMs: number, limit: number): Statement {
  return {
    sql: 'delete from claimed_ops where rowid in (select rowid from claimed_ops where until_ms <= :nowMs limit :limit)',
    args: { nowMs, limit },
  };
}
