/** How much a person has on the server. */
import { z } from 'zod';
import type { Db } from '#edge-api/db/client.ts';
import { parseFirst } from '#edge-api/db/rows.ts';

const usageRow = z.object({ projects: z.number(), scenes: z.number(), bytes: z.number(), keptBytes: z.number() });
/**
 * Living projects and scenes; the bytes of their clips with their frames, portraits, and own files, each file once, however many scenes play it; and
 * the bytes with those of what was deleted or replaced and can still be restored.
 */
export type Usage = z.output<typeof usageRow>;

const clipBytes = (where: string): string => `(select coalesce(sum(m.size_bytes), 0) from media m where m.sha256 in
  (select r.sha256 from media_refs r where r.user_id = :userId ${where})
  and m.sha256 not in (select sha256 from own_files where user_id = :userId))`;
/** First and last frames of clips: those that came with one, and those that the person's browser made. */
const frameBytes = (where: string): string => `(select coalesce(sum(f.size_bytes), 0) from frames f
  where f.user_id in ('', :userId) and f.sha256 in (select r.sha256 from media_refs r where r.user_id = :userId ${where}))`;
/** Own files count whether a scene plays them or not. */
const OWN_BYTES = '(select coalesce(sum(size_bytes), 0) from own_files where user_id = :userId)';
const pictureBytes = (
  where: string,
): string => `(select coalesce(sum(i.size_bytes), 0) from pictures i where i.sha256 in
  (select r.sha256 from picture_refs r where r.user_id = :userId ${where})
  and i.sha256 not in (select sha256 from own_files where user_id = :userId))`;

const IN_LIVING_SCENE = `and exists (select 1 from scenes s join projects p on p.id = s.project_id
  where s.id = r.scene_id and s.deleted_at_ms is null and p.deleted_at_ms is null and s.sha256 = r.sha256)`;
const IN_LIVING_PROJECT = 'and exists (select 1 from projects p where p.id = r.project_id and p.deleted_at_ms is null)';

export async function findUsage(db: Db, userId: string): Promise<Usage> {
  const sql = `select
    (select count(*) from projects where user_id = :userId and deleted_at_ms is null) as projects,
    (select count(*) from scenes where user_id = :userId and deleted_at_ms is null) as scenes,
    ${clipBytes(IN_LIVING_SCENE)} + ${frameBytes(IN_LIVING_SCENE)} + ${pictureBytes(IN_LIVING_PROJECT)} + ${OWN_BYTES} as bytes,
    ${clipBytes('')} + ${frameBytes('')} + ${pictureBytes('')} + ${OWN_BYTES} as keptBytes`;
  const found = parseFirst(usageRow, await db.execute({ sql, args: { userId } }));
  return found ?? { projects: 0, scenes: 0, bytes: 0, keptBytes: 0 };
}

const countsRow = z.object({ living: z.number(), kept: z.number() });
/** Rows that live, and all that are kept: deleted ones can still be restored. */
type Counts = z.output<typeof countsRow>;

/** How many projects or scenes a person has, which is a question of indexes. */
export async function countRows(db: Db, userId: string, of: 'projects' | 'scenes'): Promise<Counts> {
  const sql = `select
    (select count(*) from ${of} where user_id = :userId and deleted_at_ms is null) as living,
    (select count(*) from ${of} where user_id = :userId) as kept`;
  return parseFirst(countsRow, await db.execute({ sql, args: { userId } })) ?? { living: 0, kept: 0 };
}
