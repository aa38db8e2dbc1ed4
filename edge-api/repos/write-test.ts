/** A row that says nothing: writing it shows whether the database takes writes. */
import type { Db } from '#edge-api/db/client.ts';

export async function tryDatabaseWrite(db: Db, nowMs: number): Promise<void> {
  await db.execute({
    sql: 'insert into write_test (id, at_ms) values (1, :nowMs) on conflict (id) do update set at_ms = excluded.at_ms',
    args: { nowMs },
  });
}
