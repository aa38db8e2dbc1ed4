/** Taking a person's rows out of the database: at once what they can be reached by, then everything in small steps. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';
import { LIVE_JOB } from './jobs.ts';

/**
 * From this batch on nobody can sign in as the person, nothing of theirs is shown to anybody, and no job of theirs is
 * begun or sent.
 */
export function beginLeaving(userId: string, nowMs: number): Statement[] {
  const args = { userId, nowMs };
  const ofUser = [
    'sessions',
    'sign_ins',
    'api_keys',
    'model_reach',
    'claimed_ops',
    'export_jobs',
    'export_pictures',
    'uploads',
  ];
  return [
    {
      sql: `update users set leaving_at_ms = :nowMs, email = '', email_verified = 0, first_name = null, last_name = null,
        profile_image_url = null where id = :userId`,
      args,
    },
    ...ofUser.map((table) => ({ sql: `delete from ${table} where user_id = :userId`, args: { userId } })),
    {
      sql: `update jobs set state = 'cancelled', cancel_due = 0, ask_due = 0, updated_at_ms = :nowMs, lease_by = null, lease_until_ms = 0
        where user_id = :userId and ${LIVE_JOB}`,
      args,
    },
    {
      sql: 'update projects set is_public = 0, deleted_at_ms = coalesce(deleted_at_ms, :nowMs) where user_id = :userId',
      args,
    },
  ];
}

/** Upstream's names of the clips that a model is making for a person. */
export async function listRunningWork(db: Db, userId: string): Promise<string[]> {
  const sql = `select upstream_id as upstreamId from jobs where user_id = :userId and state = 'running' and upstream_id is not null`;
  const rows = parseRows(z.object({ upstreamId: z.string() }), await db.execute({ sql, args: { userId } }));
  return rows.map(({ upstreamId }) => upstreamId);
}

/** People whose rows are still to be removed. */
export async function listLeaving(db: Db): Promise<string[]> {
  const result = await db.execute('select id from users where leaving_at_ms is not null order by leaving_at_ms');
  return parseRows(idRow, result).map(({ id }) => id);
}

const idRow = z.object({ id: z.string() });

/** One of a person's projects, living or deleted; null when none is left. */
export async function findAnyProject(db: Db, userId: string): Promise<string | null> {
  const sql = 'select id from projects where user_id = :userId limit 1';
  return parseFirst(idRow, await db.execute({ sql, args: { userId } }))?.id ?? null;
}

const blobRow = z.object({ sha256: z.string() });

/**
 * Removes a project with everything that hangs on it, and the files that nobody holds then.
 * @returns the blobs that the removed rows named; another row may still name one of them
 */
export async function eraseProject(db: Db, userId: string, projectId: string): Promise<string[]> {
  const args = { userId, projectId };
  const [files, pictures] = await db.batch(
    [
      { sql: 'select distinct sha256 from media_refs where project_id = :projectId', args: { projectId } },
      { sql: 'select sha256 from picture_refs where project_id = :projectId', args: { projectId } },
    ],
    'read',
  );
  const [media, portraits] = [files, pictures].map((set) => (set ? parseRows(blobRow, set) : []));
  const held = { held: JSON.stringify((media ?? []).map(({ sha256 }) => sha256)) };
  const shown = { shown: JSON.stringify((portraits ?? []).map(({ sha256 }) => sha256)) };
  const others = 'select 1 from media_refs r where r.sha256 = f.sha256 and r.user_id = :userId';
  const unheld = 'select sha256 from media where sha256 in (select value from json_each(:held)) and holders = 0';
  const results = await db.batch(
    [
      { sql: 'delete from projects where id = :projectId and user_id = :userId', args },
      {
        sql: `delete from frames as f where f.sha256 in (select value from json_each(:held)) and f.user_id = :userId
          and not exists (${others}) returning blob_sha256 as sha256`,
        args: { ...held, userId },
      },
      { sql: `delete from frames where sha256 in (${unheld}) returning blob_sha256 as sha256`, args: held },
      { sql: `delete from media where sha256 in (${unheld}) returning sha256`, args: held },
      {
        sql: `delete from pictures where sha256 in (select value from json_each(:shown)) and holders = 0 returning sha256`,
        args: shown,
      },
    ],
    'write',
  );
  return results.slice(1).flatMap((set) => parseRows(blobRow, set).map(({ sha256 }) => sha256));
}

/** Tables that may hold very many rows of one person, and how one of them is named. */
const LONG_TABLES = [
  ['ledger', 'id'],
  ['applied_ops', 'op_key'],
] as const;

/** Removes some of a person's rows in long tables. @returns whether any were left to remove */
export async function eraseSomeRows(db: Db, userId: string, limit: number): Promise<boolean> {
  const results = await db.batch(
    LONG_TABLES.map(([table, name]) => ({
      sql: `delete from ${table} where user_id = :userId and ${name} in
        (select ${name} from ${table} where user_id = :userId limit :limit)`,
      args: { userId, limit },
    })),
    'write',
  );
  return results.some(({ rowsAffected }) => rowsAffected > 0);
}

/** Removes the person, and with them whatever hangs on them still. */
export async function eraseUser(db: Db, userId: string): Promise<void> {
  await db.batch(
    [{ sql: 'delete from users where id = :userId and leaving_at_ms is not null', args: { userId } }],
    'write',
  );
}
