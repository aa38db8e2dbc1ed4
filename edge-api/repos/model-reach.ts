/** What upstream said about the models that a person's key reaches. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { flagColumn, jsonColumn, parseFirst } from '#edge-api/db/rows.ts';

const reachSchema = z.object({ rows: jsonColumn(z.unknown()), askedAtMs: z.number().int(), pollsRefused: flagColumn });

/** The last answer for this very key, or null. */
export async function findReach(db: Db, userId: string, keyMark: string): Promise<z.infer<typeof reachSchema> | null> {
  const result = await db.execute({
    sql: 'select rows, asked_at_ms as askedAtMs, polls_refused as pollsRefused from model_reach where user_id = :userId and key_mark = :keyMark',
    args: { userId, keyMark },
  });
  return parseFirst(reachSchema, result);
}

export async function saveReach(
  db: Db,
  reach: { userId: string; keyMark: string; rows: unknown; askedAtMs: number },
): Promise<void> {
  await db.execute({
    sql: `insert into model_reach (user_id, key_mark, rows, asked_at_ms) values (:userId, :keyMark, :rows, :askedAtMs)
      on conflict (user_id) do update set key_mark = excluded.key_mark, rows = excluded.rows, asked_at_ms = excluded.asked_at_ms,
        polls_refused = case when key_mark = excluded.key_mark then polls_refused else 0 end`,
    args: { ...reach, rows: JSON.stringify(reach.rows) },
  });
}

/** Notes that upstream tells nothing about work that runs under this key. */
export async function noteRefusedPolls(db: Db, userId: string, keyMark: string): Promise<void> {
  await db.execute({
    sql: 'update model_reach set polls_refused = 1 where user_id = :userId and key_mark = :keyMark',
    args: { userId, keyMark },
  });
}
