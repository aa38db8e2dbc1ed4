/** Sessions by the hash of their token. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

export type SessionRecord = {
  tokenHash: string;
  /** Names it to its person. */
  id: string;
  userId: string;
  /** The browser in which it was opened. */
  device: string;
  createdAtMs: number;
  expiresAtMs: number;
};

const sessionRow = z.object({ userId: z.string(), expiresAtMs: z.number() });
export type OpenSession = z.output<typeof sessionRow>;

const sessionAtRow = sessionRow.extend({ revision: z.number().nullable() });
/** A session together with the revision of what its person asks for, null when they have no such thing. */
export type SessionAt = z.output<typeof sessionAtRow>;

export async function insertSession(db: Db, session: SessionRecord): Promise<void> {
  await db.execute({
    sql: `insert into sessions (token_hash, id, user_id, device, created_at_ms, expires_at_ms)
      values (:tokenHash, :id, :userId, :device, :createdAtMs, :expiresAtMs)`,
    args: session,
  });
}

const LIVING = 's.token_hash = :tokenHash and s.expires_at_ms > :nowMs';

/** The session that a token hash opens and that lives on at `nowMs`. */
export async function findSession(db: Db, tokenHash: string, nowMs: number): Promise<OpenSession | null> {
  const sql = `select s.user_id as userId, s.expires_at_ms as expiresAtMs from sessions s where ${LIVING}`;
  return parseFirst(sessionRow, await db.execute({ sql, args: { tokenHash, nowMs } }));
}

/** The same, and the revision of the person's project of that id, in one question: polls ask nothing else. */
export async function findSessionAtProject(
  db: Db,
  { projectId, ...session }: { tokenHash: string; nowMs: number; projectId: string },
): Promise<SessionAt | null> {
  const sql = `select s.user_id as userId, s.expires_at_ms as expiresAtMs, p.revision from sessions s
      left join projects p on p.id = :projectId and p.user_id = s.user_id and p.deleted_at_ms is null
    where ${LIVING}`;
  return parseFirst(sessionAtRow, await db.execute({ sql, args: { ...session, projectId } }));
}

/** The same, and the revision of the person's list of projects. */
export async function findSessionAtList(
  db: Db,
  session: { tokenHash: string; nowMs: number },
): Promise<SessionAt | null> {
  const sql = `select s.user_id as userId, s.expires_at_ms as expiresAtMs, u.projects_revision as revision from sessions s
      join users u on u.id = s.user_id
    where ${LIVING}`;
  return parseFirst(sessionAtRow, await db.execute({ sql, args: session }));
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

const listedRow = z.object({
  tokenHash: z.string(),
  id: z.string(),
  device: z.string().nullable(),
  createdAtMs: z.number(),
  expiresAtMs: z.number(),
});
export type ListedSession = z.output<typeof listedRow>;

/** A person's living sessions, the one used last first. */
export async function listSessions(db: Db, userId: string, nowMs: number): Promise<ListedSession[]> {
  const sql = `select token_hash as tokenHash, id, device, created_at_ms as createdAtMs, expires_at_ms as expiresAtMs
    from sessions where user_id = :userId and expires_at_ms > :nowMs order by expires_at_ms desc, id`;
  return parseRows(listedRow, await db.execute({ sql, args: { userId, nowMs } }));
}

/** @returns whether the person had that session */
export async function deleteSessionOf(db: Db, userId: string, id: string): Promise<boolean> {
  const sql = 'delete from sessions where id = :id and user_id = :userId';
  return (await db.execute({ sql, args: { userId, id } })).rowsAffected === 1;
}

export function deleteSessionsOf(userId: string): Statement {
  return { sql: 'delete from sessions where user_id = :userId', args: { userId } };
}

/** Removes sessions that ended before a time. */
export function purgeSessions(nowMs: number, limit: number): Statement {
  return {
    sql: `delete from sessions where token_hash in
      (select token_hash from sessions where expires_at_ms <= :nowMs limit :limit)`,
    args: { nowMs, limit },
  };
}
