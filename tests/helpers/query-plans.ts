/** Which statements a database was asked, and which of them read a whole table. */
import { z } from 'zod';
import type { OpenDb, Statement } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';

const planRow = z.object({ detail: z.string() });

export type RecordedDb = { db: OpenDb; /** Each SQL text once. */ statements: ReadonlySet<string> };

/** The same database, with every statement that goes through it noted. */
export function recordStatements(real: OpenDb): RecordedDb {
  const statements = new Set<string>();
  const note = (statement: Statement): void =>
    void statements.add(typeof statement === 'string' ? statement : statement.sql);
  const db: OpenDb = {
    execute: (statement) => {
      note(statement);
      return real.execute(statement);
    },
    batch: (batch, mode) => {
      batch.forEach(note);
      return real.batch(batch, mode);
    },
    close: () => real.close(),
  };
  return { db, statements };
}

/** Indexes that hold few rows whatever their table holds: reading all of one is reading little. */
const SMALL_INDEXES = ['jobs_leased', 'media_unheld', 'pictures_unheld', 'export_jobs_unfinished'];
/** What is no table of rows, or one that never grows, as the schema’s own: dropped files are forgotten at once; lines of jobs are looked at in pieces. */
const NO_TABLES =
  /^(CONSTANT ROW|json_each|expectation|schema_version|sqlite_master|export_workers|dropped_files|\(subquery|onward|around|lines|heads|due)/;

/** The steps of the statements' plans that read all of a table that grows, each with its statement. */
export async function fullScans(db: OpenDb, statements: Iterable<string>): Promise<string[]> {
  const found: string[] = [];
  for (const sql of statements) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(sql)) continue;
    const plan = parseRows(planRow, await db.execute(`explain query plan ${sql}`));
    for (const { detail } of plan) if (isFullScan(detail)) found.push(`${detail}: ${sql.replace(/\s+/g, ' ')}`);
  }
  return found;
}

/** Throws when a statement reads all of a table that grows. */
export async function requireIndexes(db: OpenDb, statements: Iterable<string>): Promise<void> {
  const scans = await fullScans(db, statements);
  if (scans.length > 0) throw new Error(`A whole table was read:\n${scans.join('\n')}`);
}

function isFullScan(step: string): boolean {
  const target = /^SCAN (.*)$/.exec(step)?.[1];
  if (target === undefined || NO_TABLES.test(target)) return false;
  const index = / USING (?:COVERING )?INDEX (\w+)/.exec(target)?.[1];
  return index === undefined || !SMALL_INDEXES.includes(index);
}
