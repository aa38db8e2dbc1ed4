/** Every file of the media store that a row names. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';

const blobRow = z.object({ sha256: z.string(), sizeBytes: z.number().int() });
export type NamedBlob = z.output<typeof blobRow>;

/** Where files are named: a table, and its column. Not of exports, which are kept for a day and can be made again. */
const NAMED_IN = [
  ['media', 'sha256'],
  ['frames', 'blob_sha256'],
  ['pictures', 'sha256'],
  ['own_files', 'sha256'],
] as const;

/**
 * Clips, their pictures, portraits, and own files, each file once. Reads whole tables: it is for backups. A database of an earlier
 * release, which doesn't have all of the tables yet, names files in those that it has.
 */
export async function listBlobs(db: Db): Promise<NamedBlob[]> {
  const tables = await db.execute(`select name from sqlite_master where type = 'table'`);
  const known = parseRows(z.object({ name: z.string() }), tables).map(({ name }) => name);
  const parts = NAMED_IN.filter(([table]) => known.includes(table)).map(
    ([table, column]) => `select ${column} as sha256, size_bytes as sizeBytes from ${table}`,
  );
  return parts.length === 0 ? [] : parseRows(blobRow, await db.execute(`${parts.join(' union ')} order by 1`));
}

const ALL_NAMES = [
  ...NAMED_IN,
  ['export_jobs', 'file_sha256'],
  ['export_pictures', 'sha256'],
  ['upload_parts', 'sha256'],
] as const;

/** The next of all files that any row names, by their names: what a database takes along when it moves. */
export async function blobNamesAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const parts = ALL_NAMES.map(([table, column]) => `select ${column} as sha256 from ${table} where ${column} > :after`);
  const sql = `${parts.join(' union ')} order by 1 limit :limit`;
  const rows = await db.execute({ sql, args: { after, limit } });
  return parseRows(z.object({ sha256: z.string() }), rows).map(({ sha256 }) => sha256);
}
