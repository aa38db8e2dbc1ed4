/** Every file of the media store that a row names. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';

const blobRow = z.object({ sha256: z.string(), sizeBytes: z.number().int() });
export type NamedBlob = z.output<typeof blobRow>;

/** Clips, their pictures and portraits, each file once. Reads whole tables: it is for backups. */
export async function listBlobs(db: Db): Promise<NamedBlob[]> {
  const result = await db.execute(`select sha256, size_bytes as sizeBytes from media
    union select blob_sha256, size_bytes from frames
    union select sha256, size_bytes from pictures order by 1`);
  return parseRows(blobRow, result);
}
