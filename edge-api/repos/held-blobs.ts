/** Which files of the media store must stay: those that a row names, and those that a running step holds. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

/** Whether any row names `:blob`. */
const NAMED = `(exists (select 1 from media where sha256 = :blob) or exists (select 1 from frames where blob_sha256 = :blob)
  or exists (select 1 from pictures where sha256 = :blob) or exists (select 1 from export_jobs where file_sha256 = :blob)
  or exists (select 1 from export_pictures where sha256 = :blob) or exists (select 1 from own_files where sha256 = :blob)
  or exists (select 1 from upload_parts where sha256 = :blob))`;

const namesSchema = z.object({ sha256: z.string() });

/** Holds a file until a time, whether it is there yet or not. */
export function holdBlob(blob: string, untilMs: number): Statement {
  return {
    sql: `insert into blob_holds (sha256, until_ms) values (:blob, :untilMs)
      on conflict (sha256) do update set until_ms = max(until_ms, excluded.until_ms)`,
    args: { blob, untilMs },
  };
}

/** Lets go of a file whose bytes nobody can want, whoever put them. */
export function releaseBlob(blob: string): Statement {
  return { sql: 'delete from blob_holds where sha256 = :blob', args: { blob } };
}

/** A removal takes a minute at most. One that would end far beyond that was left before the clock was set back. */
const LONGEST_REMOVAL_MS = 5 * 60_000;
const UNDER_WAY = `until_ms > :nowMs and until_ms <= :nowMs + ${LONGEST_REMOVAL_MS}`;

/** Whether a file is being removed. */
export async function isBeingRemoved(db: Db, blob: string, nowMs: number): Promise<boolean> {
  const sql = `select 1 from blob_removals where sha256 = :blob and ${UNDER_WAY}`;
  return (await db.execute({ sql, args: { blob, nowMs } })).rows.length > 0;
}

const fateSchema = z.object({ sha256: z.string(), isNamed: z.number(), heldUntilMs: z.number() });

/** What became of the wish to remove files: `begun` has those that may go now, and `held` until when others are held. */
export type Removals = { begun: string[]; held: { sha256: string; untilMs: number }[] };

/**
 * Begins to remove files that no row names and nobody holds, all in one call. From here to `endRemovals` nobody puts
 * them. What a row names, or another process is removing, is in neither list.
 */
export async function beginRemovals(
  db: Db,
  blobs: readonly string[],
  { nowMs, untilMs }: { nowMs: number; untilMs: number },
): Promise<Removals> {
  const names = JSON.stringify(blobs);
  const named = NAMED.replaceAll(':blob', 'value');
  const [begun, found] = await db.batch(
    [
      {
        sql: `insert into blob_removals (sha256, until_ms) select value, :untilMs from json_each(:names)
          where not ${named} and not exists (select 1 from blob_holds where sha256 = value and until_ms > :nowMs)
          on conflict (sha256) do update set until_ms = excluded.until_ms where not (${UNDER_WAY}) returning sha256`,
        args: { names, nowMs, untilMs },
      },
      {
        sql: `select value as sha256, ${named} as isNamed,
            coalesce((select until_ms from blob_holds where sha256 = value), 0) as heldUntilMs
          from json_each(:names)`,
        args: { names },
      },
    ],
    'write',
  );
  if (begun === undefined || found === undefined) throw new Error('The database has answered less than it was asked.');
  const fates = parseRows(fateSchema, found);
  return {
    begun: parseRows(namesSchema, begun).map(({ sha256 }) => sha256),
    held: fates
      .filter(({ isNamed, heldUntilMs }) => isNamed === 0 && heldUntilMs > nowMs)
      .map(({ sha256, heldUntilMs }) => ({ sha256, untilMs: heldUntilMs })),
  };
}

export function endRemovals(blobs: readonly string[]): Statement {
  const sql = 'delete from blob_removals where sha256 in (select value from json_each(:names))';
  return { sql, args: { names: JSON.stringify(blobs) } };
}

/** Forgets holds that have ended. */
export function purgeHolds(nowMs: number, limit: number): Statement {
  return {
    sql: 'delete from blob_holds where sha256 in (select sha256 from blob_holds where until_ms <= :nowMs limit :limit)',
    args: { nowMs, limit },
  };
}

/** Has a file looked at again at a time. */
export function dropLater(blob: string, afterMs: number): Statement {
  return {
    sql: `insert into dropped_files (sha256, after_ms) values (:blob, :afterMs)
      on conflict (sha256) do update set after_ms = excluded.after_ms`,
    args: { blob, afterMs },
  };
}

/** Files whose row has gone, and whose time has come. */
export async function listDroppedFiles(db: Db, nowMs: number, limit: number): Promise<string[]> {
  const sql = 'select sha256 from dropped_files where after_ms <= :nowMs order by after_ms limit :limit';
  return parseRows(namesSchema, await db.execute({ sql, args: { nowMs, limit } })).map(({ sha256 }) => sha256);
}

export function forgetDroppedFiles(blobs: readonly string[]): Statement {
  const sql = 'delete from dropped_files where sha256 in (select value from json_each(:names))';
  return { sql, args: { names: JSON.stringify(blobs) } };
}

/** Those of the files that no row names. */
export async function unnamedBlobs(db: Db, blobs: readonly string[]): Promise<string[]> {
  const sql = `select value as sha256 from json_each(:blobs) where not ${NAMED.replaceAll(':blob', 'value')}`;
  return parseRows(namesSchema, await db.execute({ sql, args: { blobs: JSON.stringify(blobs) } })).map(
    ({ sha256 }) => sha256,
  );
}

/** Where files are named that are kept for good: tables and columns, each with an index. */
const NAMED_FOR_GOOD = [
  ['media', 'sha256'],
  ['frames', 'blob_sha256'],
  ['pictures', 'sha256'],
  ['own_files', 'sha256'],
] as const;

/** The next of all files that rows name, by their names. */
export async function namedBlobsAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const parts = NAMED_FOR_GOOD.map(
    ([table, column]) =>
      `select sha256 from (select distinct ${column} as sha256 from ${table} where ${column} > :after order by 1 limit :limit)`,
  );
  const sql = `${parts.join(' union ')} order by 1 limit :limit`;
  return parseRows(namesSchema, await db.execute({ sql, args: { after, limit } })).map(({ sha256 }) => sha256);
}

/** How far a sweep has come; empty before its beginning. */
export async function readSweepPlace(db: Db, name: string): Promise<string> {
  const result = await db.execute({ sql: 'select place from sweep_places where name = :name', args: { name } });
  return parseFirst(z.object({ place: z.string() }), result)?.place ?? '';
}

export function writeSweepPlace(name: string, place: string): Statement {
  return {
    sql: `insert into sweep_places (name, place) values (:name, :place) on conflict (name) do update set place = excluded.place`,
    args: { name, place },
  };
}
