/** Brings a database forward, one numbered step at a time. */
import type { Db } from './client.ts';
import { migrations as released, type Migration } from './migrations.ts';
import { splitStatements } from './split-statements.ts';
import { hasUnfinishedMove } from './unfinished-move.ts';
import { startWords } from '#edge-api/operator-words.ts';

/** The database was written by a newer release, which this one doesn't understand. */
export class NewerDatabaseError extends Error {
  constructor(found: number, known: number) {
    super(startWords.newerDatabase({ found, known }));
    this.name = 'NewerDatabaseError';
  }
}

/** The database is being filled by `migrate-data`, or was when that was cut off. */
export class UnfinishedMoveError extends Error {
  constructor() {
    super(startWords.unfinishedMove);
    this.name = 'UnfinishedMoveError';
  }
}

/**
 * Applies every step that is missing, each whole or not at all. Several processes may do it at once: the row that
 * marks a step can be written only once, and who comes second finds the step done.
 * @throws NewerDatabaseError, UnfinishedMoveError: nothing was changed
 */
export async function migrate(db: Db, nowMs: number, migrations: readonly Migration[] = released): Promise<void> {
  if (await hasUnfinishedMove(db)) throw new UnfinishedMoveError();
  await db.batch(
    [
      'create table if not exists schema_version (version integer primary key not null, name text not null, applied_at_ms integer not null) strict',
    ],
    'write',
  );
  const known = migrations.at(-1)?.version ?? 0;
  for (const migration of migrations) {
    if ((await currentVersion(db)) >= migration.version) continue;
    try {
      await db.batch(
        [
          {
            sql: 'insert into schema_version (version, name, applied_at_ms) values (:version, :name, :nowMs)',
            args: { version: migration.version, name: migration.name, nowMs },
          },
          ...splitStatements(migration.sql),
        ],
        'write',
      );
    } catch (error) {
      if ((await currentVersion(db)) < migration.version) throw error;
    }
  }
  const found = await currentVersion(db);
  if (found > known) throw new NewerDatabaseError(found, known);
}

async function currentVersion(db: Db): Promise<number> {
  const result = await db.execute('select coalesce(max(version), 0) as version from schema_version');
  return Number(result.rows[0]?.['version'] ?? 0);
}
