/** Turns of jobs that a queue gave up delivering. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

/** Notes one once, however often it comes. */
export async function noteDeadTurn(db: Db, turn: { id: string; jobId: string | null; nowMs: number }): Promise<void> {
  await db.execute({
    sql: 'insert into dead_turns (id, job_id, created_at_ms) values (:id, :jobId, :nowMs) on conflict (id) do nothing',
    args: turn,
  });
}

export async function countDeadTurns(db: Db, sinceMs: number): Promise<number> {
  const result = await db.execute({
    sql: 'select count(*) as count from dead_turns where created_at_ms >= :sinceMs',
    args: { sinceMs },
  });
  return parseFirst(z.object({ count: z.number() }), result)?.count ?? 0;
}

export function purgeDeadTurns(beforeMs: number, limit: number): Statement {
  return {
    sql: 'delete from dead_turns where id in (select id from dead_turns where created_at_ms < :beforeMs limit :limit)',
    args: { beforeMs, limit },
  };
}
