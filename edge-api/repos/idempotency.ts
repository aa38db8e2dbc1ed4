/** Changes that were applied, under the keys that their clients gave them. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

const opRow = z.object({ requestHash: z.string(), reply: z.string() });
/** `reply` is the JSON text of the answer. */
export type AppliedOp = z.output<typeof opRow>;

export async function findAppliedOp(db: Db, userId: string, key: string): Promise<AppliedOp | null> {
  const sql = 'select request_hash as requestHash, reply from applied_ops where user_id = :userId and op_key = :key';
  return parseFirst(opRow, await db.execute({ sql, args: { userId, key } }));
}

/** Remembers a change; fails when its key is remembered already. */
export function insertAppliedOp(userId: string, key: string, op: AppliedOp, nowMs: number): Statement {
  return {
    sql: 'insert into applied_ops (user_id, op_key, request_hash, reply, created_at_ms) values (:userId, :key, :requestHash, :reply, :nowMs)',
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
export function purgeAppliedOps(appliedBeforeMs: number): Statement {
  return { sql: 'delete from applied_ops where created_at_ms < :appliedBeforeMs', args: { appliedBeforeMs } };
}
