/**
 * Exports on the server: rows with leases, as in jobs.ts. Whoever claims one writes its movie until the lease ends, and
 * renews it meanwhile; every write of a worker is fenced by its name.
 */
import { z } from 'zod';
import { exportFormatSchema, exportPhaseSchema, exportResolutionSchema } from '#shared/entities/export-job.ts';
import { receiptSchema } from '#shared/export-receipt/receipt.ts';
import { limits } from '#shared/limits.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { jsonColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';

/** Far longer than a renewal may be late, and short enough that nobody waits long for a worker that died. */
export const EXPORT_LEASE_MS = 15_000;
/** A lease that ends later than any may, also by a clock that is ahead of ours, was taken before the clock was set back. */
const BEYOND_LEASES_MS = EXPORT_LEASE_MS + 60_000;
/** What stops its worker so often is given up. */
export const EXPORT_ATTEMPTS = 5;
/** If its ffmpeg is killed, an export is begun again, unless it was begun so often. */
export const EXPORT_INTERRUPTIONS = 2;

const UNFINISHED = `status in ('pending', 'processing')`;

const exportSchema = z.object({
  id: z.string(),
  projectId: z.string(),
  status: z.enum(['pending', 'processing', 'complete', 'failed']),
  resolution: exportResolutionSchema,
  format: exportFormatSchema,
  fileName: z.string(),
  progress: z.number().int(),
  phase: exportPhaseSchema.nullable(),
  errorMessage: z.string().nullable(),
  receipt: jsonColumn(receiptSchema).nullable(),
  fileSha256: z.string().nullable(),
  fileBytes: z.number().int().nullable(),
  expiresAtMs: z.number().int().nullable(),
  createdAtMs: z.number().int(),
  /** Its place in the queue, from 1; null unless it is pending. */
  place: z.number().int().nullable(),
});
export type ExportRecord = z.output<typeof exportSchema>;

const COLUMNS = `id, project_id as projectId, status, resolution, format, file_name as fileName, progress, phase,
  error_message as errorMessage, receipt, file_sha256 as fileSha256, file_bytes as fileBytes, expires_at_ms as expiresAtMs,
  created_at_ms as createdAtMs,
  case when status = 'pending' then (select count(*) from export_jobs b where b.status in ('pending', 'processing')
    and b.status = 'pending' and (b.created_at_ms, b.id) <= (export_jobs.created_at_ms, export_jobs.id)) end as place`;

export type NewExport = {
  id: string;
  userId: string;
  projectId: string;
  resolution: string;
  format: string;
  fileName: string;
  movie: string;
  needsFfmpeg: boolean;
  nowMs: number;
};

/** Exports of all people that wait or are written. */
export async function countLiveExports(db: Db): Promise<number> {
  const result = await db.execute(`select count(*) as count from export_jobs where ${UNFINISHED}`);
  return parseFirst(z.object({ count: z.number() }), result)?.count ?? 0;
}

/** Writes a pending export, if its person may have one more. */
export function insertExport(job: NewExport): Statement[] {
  return [
    {
      sql: `insert into expectation (holds) select count(*) < ${limits.exportsWaiting} from export_jobs
        where user_id = :userId and ${UNFINISHED}`,
      args: { userId: job.userId },
    },
    {
      sql: `insert into export_jobs (id, user_id, project_id, resolution, format, file_name, movie, needs_ffmpeg, created_at_ms, updated_at_ms)
        values (:id, :userId, :projectId, :resolution, :format, :fileName, :movie, :needsFfmpeg, :nowMs, :nowMs)`,
      args: { ...job, needsFfmpeg: job.needsFfmpeg ? 1 : 0 },
    },
  ];
}

/** How many exports of a person aren't over. */
export async function countUnfinished(db: Db, userId: string): Promise<number> {
  const result = await db.execute({
    sql: `select count(*) as count from export_jobs where user_id = :userId and ${UNFINISHED}`,
    args: { userId },
  });
  return parseFirst(z.object({ count: z.number() }), result)?.count ?? 0;
}

/** Bytes of a person's finished exports. */
export async function countKeptBytes(db: Db, userId: string): Promise<number> {
  const result = await db.execute({
    sql: `select total(file_bytes) as bytes from export_jobs where user_id = :userId and status = 'complete'`,
    args: { userId },
  });
  return parseFirst(z.object({ bytes: z.number() }), result)?.bytes ?? 0;
}

/** A person's export; null when there is none of that id. */
export async function findExport(db: Db, userId: string, id: string): Promise<ExportRecord | null> {
  const sql = `select ${COLUMNS} from export_jobs where id = :id and user_id = :userId`;
  return parseFirst(exportSchema, await db.execute({ sql, args: { id, userId } }));
}

/** A person's exports, or those of one of their projects, the newest first. */
export async function listExports(db: Db, userId: string, projectId: string | null): Promise<ExportRecord[]> {
  const order = `order by created_at_ms desc, id desc limit ${limits.exportsListed}`;
  const result = await db.execute(
    projectId === null
      ? { sql: `select ${COLUMNS} from export_jobs where user_id = :userId ${order}`, args: { userId } }
      : {
          sql: `select ${COLUMNS} from export_jobs where project_id = :projectId and user_id = :userId ${order}`,
          args: { userId, projectId },
        },
  );
  return parseRows(exportSchema, result);
}

/** Removes a person's export. Whoever writes it notices within the second. @returns whether there was one */
export async function deleteExport(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db.execute({
    sql: 'delete from export_jobs where id = :id and user_id = :userId returning id',
    args: { id, userId },
  });
  return result.rows.length === 1;
}

/** Stops and removes all exports of a project. */
export function deleteExportsOfProject(projectId: string): Statement {
  return { sql: 'delete from export_jobs where project_id = :projectId', args: { projectId } };
}

const claimedSchema = z.object({
  id: z.string(),
  userId: z.string(),
  format: exportFormatSchema,
  movie: z.string(),
  attempt: z.number().int(),
  createdAtMs: z.number().int(),
});
/** An export that a worker holds the lease of. */
export type ClaimedExport = z.infer<typeof claimedSchema>;

export type ExportClaim = { leaseBy: string; nowMs: number; limit: number; hasFfmpeg: boolean };

/** Word for word twice: once read, so that a worker at rest locks nobody out, and once to claim. */
const CLAIMABLE = `select id from export_jobs where ${UNFINISHED}
  and (lease_until_ms <= :nowMs or lease_until_ms > :nowMs + ${BEYOND_LEASES_MS}) and needs_ffmpeg <= :hasFfmpeg
  order by created_at_ms, id limit :limit`;

/** How many exports nobody holds. */
export async function countClaimableExports(db: Db, nowMs: number): Promise<number> {
  const result = await db.execute({
    sql: `select count(*) as count from export_jobs where ${UNFINISHED}
      and (lease_until_ms <= :nowMs or lease_until_ms > :nowMs + ${BEYOND_LEASES_MS})`,
    args: { nowMs },
  });
  return parseFirst(z.object({ count: z.number() }), result)?.count ?? 0;
}

/** Takes the lease of up to `limit` exports, in the order in which they were asked for. */
export async function claimExports(db: Db, claim: ExportClaim): Promise<ClaimedExport[]> {
  const args = { nowMs: claim.nowMs, limit: claim.limit, hasFfmpeg: claim.hasFfmpeg ? 1 : 0 };
  if ((await db.execute({ sql: CLAIMABLE, args })).rows.length === 0) return [];
  const [claimed] = await db.batch(
    [
      {
        sql: `update export_jobs set status = 'processing', lease_by = :leaseBy, lease_until_ms = :nowMs + ${EXPORT_LEASE_MS},
            attempt = attempt + 1, progress = 0, phase = 'preparing', updated_at_ms = :nowMs
          where id in (${CLAIMABLE})
          returning id, user_id as userId, format, movie, attempt, created_at_ms as createdAtMs`,
        args: { ...args, leaseBy: claim.leaseBy },
      },
    ],
    'write',
  );
  return claimed === undefined ? [] : parseRows(claimedSchema, claimed);
}

/** When the next export can be claimed, in milliseconds; null when none will be. */
export async function nextExportMs(db: Db, hasFfmpeg: boolean): Promise<number | null> {
  const result = await db.execute({
    sql: `select min(lease_until_ms) as at from export_jobs where ${UNFINISHED} and needs_ffmpeg <= :hasFfmpeg`,
    args: { hasFfmpeg: hasFfmpeg ? 1 : 0 },
  });
  return parseFirst(z.object({ at: z.number().nullable() }), result)?.at ?? null;
}

export type ExportLease = { id: string; leaseBy: string };

const HELD = `id = :id and lease_by = :leaseBy and status = 'processing'`;

/** Whether a lease is still held: not after its export was canceled, or was taken by another worker. */
export async function holdsExport(db: Db, lease: ExportLease): Promise<boolean> {
  const result = await db.execute({ sql: `select 1 as held from export_jobs where ${HELD}`, args: { ...lease } });
  return result.rows.length === 1;
}

/** Says how far it is, and renews the lease. @returns false when it was lost */
export async function renewExport(
  db: Db,
  lease: ExportLease,
  at: { progress: number; phase: string; nowMs: number },
): Promise<boolean> {
  const result = await db.execute({
    sql: `update export_jobs set progress = :progress, phase = :phase, lease_until_ms = :nowMs + ${EXPORT_LEASE_MS}, updated_at_ms = :nowMs
      where ${HELD}`,
    args: { id: lease.id, leaseBy: lease.leaseBy, ...at },
  });
  return result.rowsAffected === 1;
}

/** Names the file that is about to be stored. @returns false when the lease was lost */
export async function nameExportFile(
  db: Db,
  lease: ExportLease,
  file: { sha256: string; sizeBytes: number },
): Promise<boolean> {
  const result = await db.execute({
    sql: `update export_jobs set file_sha256 = :sha256, file_bytes = :sizeBytes where ${HELD}`,
    args: { ...lease, ...file },
  });
  return result.rowsAffected === 1;
}

const OVER = `lease_by = null, lease_until_ms = 0, phase = null, expires_at_ms = :nowMs + ${limits.exportHours * 3_600_000}, updated_at_ms = :nowMs`;

/** @returns false when the lease was lost */
export async function completeExport(db: Db, lease: ExportLease, receipt: string, nowMs: number): Promise<boolean> {
  const result = await db.execute({
    sql: `update export_jobs set status = 'complete', progress = 100, receipt = :receipt, ${OVER} where ${HELD}`,
    args: { ...lease, receipt, nowMs },
  });
  return result.rowsAffected === 1;
}

/** Ends it with a sentence for the person. @returns false when the lease was lost */
export async function failExport(db: Db, lease: ExportLease, sentence: string, nowMs: number): Promise<boolean> {
  const result = await db.execute({
    sql: `update export_jobs set status = 'failed', error_message = :sentence, file_sha256 = null, file_bytes = null, ${OVER} where ${HELD}`,
    args: { ...lease, sentence, nowMs },
  });
  return result.rowsAffected === 1;
}

const NOT_BEGUN = `status = 'pending', progress = 0, phase = null, file_sha256 = null, file_bytes = null, lease_by = null,
  lease_until_ms = 0, updated_at_ms = :nowMs`;

/** Gives it back as if it had not been begun, so that any worker may take it at once. */
export async function giveBackExport(db: Db, lease: ExportLease, nowMs: number): Promise<void> {
  const sql = `update export_jobs set ${NOT_BEGUN}, attempt = attempt - 1 where ${HELD}`;
  await db.execute({ sql, args: { ...lease, nowMs } });
}

/** Has it begun again, by any worker; this attempt counts. */
export async function retryExport(db: Db, lease: ExportLease, nowMs: number): Promise<void> {
  await db.execute({ sql: `update export_jobs set ${NOT_BEGUN} where ${HELD}`, args: { ...lease, nowMs } });
}

/** Removes exports that were kept long enough. */
export function deleteExpiredExports(nowMs: number, limit: number): Statement {
  return {
    sql: 'delete from export_jobs where id in (select id from export_jobs where expires_at_ms <= :nowMs limit :limit)',
    args: { nowMs, limit },
  };
}

/** Says that a worker is there, and why it can't write movies; null when it can. */
export function noteExportWorker(worker: { id: string; error: string | null; nowMs: number }): Statement {
  return {
    sql: `insert into export_workers (id, error, seen_at_ms) values (:id, :error, :nowMs)
      on conflict (id) do update set error = excluded.error, seen_at_ms = excluded.seen_at_ms`,
    args: worker,
  };
}

export function forgetExportWorker(id: string): Statement {
  return { sql: 'delete from export_workers where id = :id', args: { id } };
}

export function forgetLostExportWorkers(seenBeforeMs: number): Statement {
  return { sql: 'delete from export_workers where seen_at_ms < :seenBeforeMs', args: { seenBeforeMs } };
}

/** Workers say that they are there every thirty seconds. */
export const WORKER_SEEN_MS = 90_000;

/** Whether a worker that can write movies was there lately. */
export async function hasExportWorker(db: Db, nowMs: number): Promise<boolean> {
  const seen = { sinceMs: nowMs - WORKER_SEEN_MS, untilMs: nowMs + WORKER_SEEN_MS };
  return (await listExportWorkers(db, seen)).some(({ error }) => error === null);
}

/** The workers that were there lately, each with what keeps it from writing movies. */
export async function listExportWorkers(
  db: Db,
  seen: { sinceMs: number; untilMs: number },
): Promise<{ error: string | null }[]> {
  const result = await db.execute({
    sql: 'select error from export_workers where seen_at_ms between :sinceMs and :untilMs limit 100',
    args: seen,
  });
  return parseRows(z.object({ error: z.string().nullable() }), result);
}
