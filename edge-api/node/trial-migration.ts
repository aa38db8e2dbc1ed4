/** Whether a database could be brought forward, found out without changing it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { migrate } from '#edge-api/db/migrate.ts';
import { migrations as released, type Migration } from '#edge-api/db/migrations.ts';
import { openFileDatabase } from '#edge-api/db/open-file.ts';
import { parseRows } from '#edge-api/db/rows.ts';

/** Steps that the database doesn't have yet; all of them where it is empty. */
export async function pendingMigrations(db: Db, migrations: readonly Migration[] = released): Promise<Migration[]> {
  const version = await versionOf(db);
  return migrations.filter((migration) => migration.version > version);
}

/** Highest step that the database has; 0 where it has no tables of ours. */
export async function versionOf(db: Db): Promise<number> {
  const known = await db.execute(`select 1 from sqlite_master where type = 'table' and name = 'schema_version'`);
  if (known.rows.length === 0) return 0;
  const { rows } = await db.execute('select coalesce(max(version), 0) as version from schema_version');
  return Number(rows[0]?.['version']);
}

/**
 * Takes the steps in a copy of the database's form, without its rows: a table or an index that somebody has changed by
 * hand shows here, and what only the rows would refuse doesn't.
 * @returns what went wrong, or null
 */
export async function trialMigration(db: Db, migrations: readonly Migration[] = released): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-trial-'));
  const copy = await openFileDatabase(`file:${join(folder, 'trial.db')}`);
  try {
    await copyForm(db, copy);
    await migrate(copy, 0, migrations);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    copy.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const formSchema = z.object({ sql: z.string() });

async function copyForm(from: Db, to: Db): Promise<void> {
  const result = await from.execute(
    `select sql from sqlite_master where sql is not null and name not like 'sqlite!_%' escape '!'
      and name not like 'libsql!_%' escape '!' and name not like '!_litestream%' escape '!'
      order by case type when 'table' then 0 when 'index' then 1 else 2 end, rowid`,
  );
  for (const { sql } of parseRows(formSchema, result)) await to.execute(sql);
  if ((await versionOf(from)) === 0) return;
  const steps = await from.execute('select version, name from schema_version order by version');
  const sql = 'insert into schema_version (version, name, applied_at_ms) values (:version, :name, 0)';
  const marks = steps.rows.map(({ version = null, name = null }) => ({ sql, args: { version, name } }));
  if (marks.length > 0) await to.batch(marks, 'write');
}

/**
 * Whether rows may be written with this token: a batch that makes a table and then fails by a rule of that table leaves
 * nothing behind.
 * @returns what the database said against it, or null
 */
export async function writeRefusal(db: Db): Promise<string | null> {
  const table = 'deploy_check';
  try {
    await db.batch(
      [`create table ${table} (never integer check (never is null))`, `insert into ${table} (never) values (1)`],
      'write',
    );
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return /constraint/i.test(message) ? null : message;
  }
  throw new Error('The database kept a row that its table forbids.');
}
