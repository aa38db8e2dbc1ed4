/** Sessions by the hash of their token. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

export type SessionRecord = { tokenHash: string; userId: string; createdAtMs: number; expiresAtMs: number };

const sessionRow = z
  .object({ user_id: z.string(), expires_at_ms: z.number() })
  .transform((row) => ({ userId: row.user_id, expiresAtMs: row.expires_at_ms }));

export async function insertSession(db: Db, session: SessionRecord): Promise<void> {
  await db.execute({
    sql: 'insert into sessions (token_hash, user_id, created_at_ms, expires_at_ms) values (:tokenHash, :userId, :createdAtMs, :expiresAtMs)',
    args: session,
  });
}

/** The session that a token hash opens and that lives on at `nowMs`. */
export async function findSession(
  db: Db,
  tokenHash: string,
  nowMs: number,
): Promise<z.output<typeof sessionRow> | null> {
  const sql = 'select user_id, expires_at_ms from sessions where token_hash = :tokenHash and expires_at_ms > :nowMs';
  return parseFirst(sessionRow, await db.execute({ sql, args: { tokenHash, nowMs } }));
}

export async function renewSession(db: Db, tokenHash: string, expiresAtMs: number): Promise<void> {
  await db.execute({
    sql: 'update sessions set expires_at_ms = :expiresAtMs where token_hash = :tokenHash',
    args: { tokenHash, expiresAtMs },
  });
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.execute({ sql: 'delete from sessions where token_hash = :tokenHash', args: { tokenHash } });
}

/** Removes sessions that ended before a time. */
export function purgeSessions(nowMs: number): Statement {
  return { sql: 'delete from sessions where expires_at_ms <= :nowMs', args: { nowMs } };
}
