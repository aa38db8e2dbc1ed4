/** Pictures of texts that pages drew for exports. Each is its sender's alone. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

const nameRow = z.object({ sha256: z.string() });

/** Those of the pictures that a person's are among, kept until `expiresAtMs` from now on. */
export async function keepExportPictures(
  db: Db,
  userId: string,
  hashes: readonly string[],
  expiresAtMs: number,
): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const result = await db.execute({
    sql: `update export_pictures set expires_at_ms = :expiresAtMs
      where user_id = :userId and sha256 in (select value from json_each(:hashes)) returning sha256`,
    args: { userId, hashes: JSON.stringify(hashes), expiresAtMs },
  });
  return new Set(parseRows(nameRow, result).map(({ sha256 }) => sha256));
}

export function putExportPicture(picture: {
  userId: string;
  sha256: string;
  sizeBytes: number;
  expiresAtMs: number;
}): Statement {
  return {
    sql: `insert into export_pictures (user_id, sha256, size_bytes, expires_at_ms) values (:userId, :sha256, :sizeBytes, :expiresAtMs)
      on conflict (user_id, sha256) do update set expires_at_ms = excluded.expires_at_ms`,
    args: picture,
  };
}

/** The bytes of all pictures of a person. */
export async function exportPictureBytes(db: Db, userId: string): Promise<number> {
  const result = await db.execute({
    sql: 'select coalesce(sum(size_bytes), 0) as bytes from export_pictures where user_id = :userId',
    args: { userId },
  });
  return parseFirst(z.object({ bytes: z.number() }), result)?.bytes ?? 0;
}

/** Removes pictures that were kept long enough, but of nobody who waits for an export. */
export function deleteExpiredPictures(nowMs: number, limit: number): Statement {
  return {
    sql: `delete from export_pictures where (user_id, sha256) in
      (select user_id, sha256 from export_pictures where expires_at_ms <= :nowMs and not exists
        (select 1 from export_jobs j where j.user_id = export_pictures.user_id and j.status in ('pending', 'processing'))
        limit :limit)`,
    args: { nowMs, limit },
  };
}
