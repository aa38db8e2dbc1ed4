/** Files whose rows have gone. */
import type { Db } from '#edge-api/db/client.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { dropLater, forgetDroppedFiles, listDroppedFiles } from '#edge-api/repos/held-blobs.ts';
import type { Spending } from './call-budget.ts';
import { removeUnheld, REMOVED_AT_ONCE } from './held-store.ts';

/** Removes them, unless another row names the same bytes, in steps until none is left. @returns how many rows had gone */
export async function dropFiles(deps: { db: Db; mediaStore: MediaStore; now(): number } & Spending): Promise<number> {
  const nowMs = deps.now();
  let count = 0;
  while (!deps.isSpent?.()) {
    const files = await listDroppedFiles(deps.db, nowMs, REMOVED_AT_ONCE);
    if (files.length === 0) break;
    const held = await removeUnheld(deps, files);
    const later = held.map(({ sha256, untilMs }) => dropLater(sha256, untilMs));
    await deps.db.batch([forgetDroppedFiles(files), ...later], 'write');
    count += files.length;
  }
  return count;
}
