/** Files of exports whose row has gone. */
import type { Db } from '#edge-api/db/client.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { forgetDroppedFile, listDroppedFiles } from '#edge-api/repos/export-jobs.ts';
import { dropUnnamedBlob } from './media.ts';

const AT_ONCE = 200;

/** Removes them, unless another row names the same bytes. @returns how many rows had gone */
export async function dropFiles(deps: { db: Db; mediaStore: MediaStore }): Promise<number> {
  const files = await listDroppedFiles(deps.db, AT_ONCE);
  for (const sha256 of files) {
    await dropUnnamedBlob(deps, sha256);
    await deps.db.execute(forgetDroppedFile(sha256));
  }
  return files.length;
}
