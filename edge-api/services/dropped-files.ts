/** Files whose rows have gone. */
import type { Db } from '#edge-api/db/client.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { dropLater, forgetDroppedFile, listDroppedFiles } from '#edge-api/repos/held-blobs.ts';
import { removeUnheld } from './held-store.ts';

const AT_ONCE = 200;

/** Removes them, unless another row names the same bytes, in steps until none is left. @returns how many rows had gone */
export async function dropFiles(deps: { db: Db; mediaStore: MediaStore; now(): number }): Promise<number> {
  const nowMs = deps.now();
  let count = 0;
  for (;;) {
    const files = await listDroppedFiles(deps.db, nowMs, AT_ONCE);
    if (files.length === 0) return count;
    for (const sha256 of files) {
      const heldUntilMs = await removeUnheld(deps, sha256);
      await deps.db.execute(heldUntilMs === null ? forgetDroppedFile(sha256) : dropLater(sha256, heldUntilMs));
    }
    count += files.length;
  }
}
