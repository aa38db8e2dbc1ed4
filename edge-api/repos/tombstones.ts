/** Rows that were deleted long ago go for good, and everything that hangs on them with them. */
import type { Statement } from '../db/client.ts';

export function purgeTombstones(beforeMs: number): Statement[] {
  return [
    { sql: 'delete from scenes where deleted_at_ms < :beforeMs', args: { beforeMs } },
    { sql: 'delete from projects where deleted_at_ms < :beforeMs', args: { beforeMs } },
  ];
}
