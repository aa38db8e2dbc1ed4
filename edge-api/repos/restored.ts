/** What must not come back with a backup. */
import type { Statement } from '#edge-api/db/client.ts';

/** One whose answer was awaited would be asked for again: words cost too. */
const UNSENT_BREAKDOWN = `(kind = 'breakdown' and state in ('queued', 'backing_off', 'submitting'))`;

/**
 * Work that may have been sent, and paid for, after the backup was made: it isn't sent again. Clips that a model was
 * already making are fetched as always. Everybody signs in again: a session that was ended since would live on otherwise.
 */
export function forgetUnsentWork(nowMs: number): Statement[] {
  const args = { nowMs };
  const unsent = `('queued', 'backing_off', 'waiting_for_frame')`;
  return [
    {
      sql: `update scenes set status = case when sha256 is null then 'pending' else 'complete' end, note = null, queued_at_ms = null,
          updated_at_ms = :nowMs
        where id in (select scene_id from jobs where kind = 'clip' and state in ${unsent})`,
      args,
    },
    {
      sql: `update projects set breakdown_status = null, updated_at_ms = :nowMs
        where id in (select project_id from jobs where ${UNSENT_BREAKDOWN})`,
      args,
    },
    {
      sql: `update jobs set state = 'cancelled', updated_at_ms = :nowMs, lease_by = null, lease_until_ms = 0
        where state in ${unsent} or ${UNSENT_BREAKDOWN}`,
      args,
    },
    'delete from sessions',
    'delete from export_jobs',
  ];
}
