/** Rate limits' buckets as rows, for a server that runs in many places at once. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

const bucketRow = z.object({ fullAtMs: z.number() });

/** A bucket after a call: `isTaken` says whether the call is out of it. */
export type BucketAfterCall = { isTaken: boolean; fullAtMs: number };

/** More than a call adds, so that full ones don't pile up, and few enough that nobody waits for them. */
const THROWN_AWAY_AT_ONCE = 8;

/** Takes one call of `intervalMs` out of a bucket that holds `sizeMs`, if there is one, and throws away a few full buckets. */
export async function takeFromBucket(
  db: Db,
  name: string,
  call: { intervalMs: number; sizeMs: number; nowMs: number },
): Promise<BucketAfterCall> {
  const [, , , taken, kept] = await db.batch(
    [
      // This one, too: what is full again is filled from now on.
      {
        sql: 'delete from rate_buckets where name = :name and full_at_ms <= :nowMs',
        args: { name, nowMs: call.nowMs },
      },
      {
        sql: `delete from rate_buckets where name in
          (select name from rate_buckets where full_at_ms <= :nowMs order by full_at_ms limit ${THROWN_AWAY_AT_ONCE})`,
        args: { nowMs: call.nowMs },
      },
      // Where the clock was set back, what was full later than ever can be is full as late as can be.
      {
        sql: 'update rate_buckets set full_at_ms = :nowMs + :sizeMs where name = :name and full_at_ms > :nowMs + :sizeMs',
        args: { name, nowMs: call.nowMs, sizeMs: call.sizeMs },
      },
      {
        sql: `insert into rate_buckets (name, full_at_ms) values (:name, :nowMs + :intervalMs)
          on conflict (name) do update set full_at_ms = full_at_ms + :intervalMs
            where full_at_ms + :intervalMs <= :nowMs + :sizeMs
          returning full_at_ms as fullAtMs`,
        args: { name, ...call },
      },
      { sql: 'select full_at_ms as fullAtMs from rate_buckets where name = :name', args: { name } },
    ],
    'write',
  );
  if (taken === undefined || kept === undefined) throw new Error('A batch answers every statement.');
  const bucket = parseFirst(bucketRow, kept);
  return { isTaken: taken.rows.length > 0, fullAtMs: bucket?.fullAtMs ?? call.nowMs };
}
