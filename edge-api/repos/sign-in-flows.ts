/** Sign-ins that are on their way through a provider, by the hash of their state. */
import type { Db } from '#edge-api/db/client.ts';

/** Writes down a sign-in that begins, and throws away some of those whose time is over: more than begin meanwhile. */
export async function insertSignInFlow(
  db: Db,
  flow: { stateHash: string; expiresAtMs: number },
  nowMs: number,
): Promise<void> {
  await db.batch(
    [
      {
        sql: `delete from sign_in_flows where state_hash in
          (select state_hash from sign_in_flows where expires_at_ms <= :nowMs limit 20)`,
        args: { nowMs },
      },
      { sql: 'insert into sign_in_flows (state_hash, expires_at_ms) values (:stateHash, :expiresAtMs)', args: flow },
    ],
    'write',
  );
}

/** Takes a sign-in away. Of several who try at once one is told true; nobody is when its time is over. */
export async function takeSignInFlow(db: Db, stateHash: string, nowMs: number): Promise<boolean> {
  const sql = 'delete from sign_in_flows where state_hash = :stateHash and expires_at_ms > :nowMs';
  const { rowsAffected } = await db.execute({ sql, args: { stateHash, nowMs } });
  return rowsAffected === 1;
}
