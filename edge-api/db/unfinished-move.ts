/** What tells a database that is being filled from elsewhere: until everything has arrived and was compared, nobody may serve it. */
import type { Db } from './client.ts';

/** Says whose copy the database is to become. Removed when it is one. */
export const MARK_TABLE = 'storyreel_migration';
/** Names of files that have arrived in the bucket and were read back. Removed with the mark. */
export const ARRIVED_TABLE = 'storyreel_migration_files';

export async function hasUnfinishedMove(db: Db): Promise<boolean> {
  const sql = `select 1 from sqlite_master where type = 'table' and name = :name`;
  return (await db.execute({ sql, args: { name: MARK_TABLE } })).rows.length > 0;
}
