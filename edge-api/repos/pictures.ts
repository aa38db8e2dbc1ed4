/** Portraits of characters, and the projects that show them. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';

export type StoredPicture = { sha256: string; sizeBytes: number; contentType: string };

/** Lets a project show one more picture. */
export function showPicture(
  { id: projectId, userId }: { id: string; userId: string },
  { sha256, sizeBytes, contentType }: StoredPicture,
  nowMs: number,
): Statement[] {
  return [
    {
      sql: `insert into pictures (sha256, size_bytes, content_type, created_at_ms)
        values (:sha256, :sizeBytes, :contentType, :nowMs) on conflict do nothing`,
      args: { sha256, sizeBytes, contentType, nowMs },
    },
    {
      sql: `insert into picture_refs (sha256, project_id, user_id, created_at_ms)
        values (:sha256, :projectId, :userId, :nowMs) on conflict do nothing`,
      args: { sha256, projectId, userId, nowMs },
    },
  ];
}

/** Lets a project show none but these, and keep those of characters that can be restored. */
export function hideOtherPictures(projectId: string, shown: readonly string[]): Statement {
  return {
    sql: `delete from picture_refs where project_id = :projectId and sha256 not in (select value from json_each(:shown))
      and sha256 not in (select sha256 from deleted_characters where project_id = :projectId and sha256 is not null)`,
    args: { projectId, shown: JSON.stringify(shown) },
  };
}

const pictureSchema = z.object({ sha256: z.string(), sizeBytes: z.number().int(), contentType: z.string() });

/** A picture that a living project of this person shows, else null. */
export async function findOwnPicture(db: Db, userId: string, sha256: string): Promise<StoredPicture | null> {
  const result = await db.execute({
    sql: `select i.sha256, i.size_bytes as sizeBytes, i.content_type as contentType
      from picture_refs r join pictures i on i.sha256 = r.sha256 join projects p on p.id = r.project_id
      where r.sha256 = :sha256 and r.user_id = :userId and p.deleted_at_ms is null limit 1`,
    args: { userId, sha256 },
  });
  return parseFirst(pictureSchema, result);
}

/** Takes pictures that no project shows out of the table. @returns the blobs that they named */
export async function forgetUnshownPictures(db: Db, beforeMs: number, limit: number): Promise<string[]> {
  const [gone] = await db.batch(
    [
      {
        sql: `delete from pictures where sha256 in
            (select sha256 from pictures where holders = 0 and created_at_ms < :beforeMs order by created_at_ms limit :limit)
          returning sha256`,
        args: { beforeMs, limit },
      },
    ],
    'write',
  );
  return gone === undefined ? [] : parseRows(z.object({ sha256: z.string() }), gone).map((row) => row.sha256);
}
