/** A database that is brought forward by the first request that needs it. */
import type { Db } from './db/client.ts';
import { migrate } from './db/migrate.ts';
import { migrations } from './db/migrations.ts';
import { MARK_TABLE } from './db/unfinished-move.ts';
import { shareWork } from './services/share-work.ts';

/** Several may do it at once, so who waits for longer begins anew. */
const LONGEST_WAIT_MS = 30_000;

/**
 * Answers how to wait until the database has this release's form. One that has it is read once and not written to;
 * requests that come meanwhile share one attempt, and after a failure the next request tries again.
 * @throws NewerDatabaseError, UnfinishedMoveError, and what the database says
 */
export function bringForwardOnce(db: Db, now: () => number): () => Promise<void> {
  let isForward = false;
  const share = shareWork<void>(LONGEST_WAIT_MS);
  return async () => {
    if (isForward) return;
    await share('', () => bringForward(db, now()));
    isForward = true;
  };
}

async function bringForward(db: Db, nowMs: number): Promise<void> {
  const known = migrations.at(-1)?.version ?? 0;
  if ((await readVersion(db)) !== known) await migrate(db, nowMs);
}

/**
 * Null where there is no version to go by: a database without tables, one that is still being moved, or one that migrating
 * will find unreachable.
 */
async function readVersion(db: Db): Promise<number | null> {
  try {
    const result = await db.execute(
      `select max(version) as version, (select count(*) from sqlite_master where name = '${MARK_TABLE}') as marks from schema_version`,
    );
    const [row] = result.rows;
    return row?.['marks'] === 0 ? Number(row['version'] ?? 0) : null;
  } catch {
    return null;
  }
}
