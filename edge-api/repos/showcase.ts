/** Public projects with their authors. Nothing here asks who looks. */
import { z } from 'zod';
import { genreIdSchema } from '#shared/catalogue/genres.ts';
import { aspectRatioSchema } from '#shared/catalogue/models.ts';
import type { Db } from '#edge-api/db/client.ts';
import { flagColumn, jsonColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';

const showcaseRow = z.object({
  id: z.string(),
  title: z.string(),
  description: z.string(),
  genres: jsonColumn(z.array(genreIdSchema)),
  aspectRatio: aspectRatioSchema,
  createdAt: z.number(),
  updatedAt: z.number(),
  isPublic: flagColumn,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Where the provider of the author's sign-in keeps their picture; never told to anybody. */
  pictureUrl: z.string().nullable(),
});
export type ShowcaseRecord = z.output<typeof showcaseRow>;

const COLUMNS = `p.id, p.title, p.description, p.genres, p.aspect_ratio as aspectRatio, p.created_at_ms as createdAt,
  p.updated_at_ms as updatedAt, p.is_public as isPublic, u.first_name as firstName, u.last_name as lastName,
  u.profile_image_url as pictureUrl`;

/** A page of public projects, the newest first. @param afterId the last project of the page before; null for the first page */
export async function listPublicProjects(
  db: Db,
  page: { afterId: string | null; limit: number },
): Promise<ShowcaseRecord[]> {
  const result = await db.execute({
    sql: `select ${COLUMNS} from projects p join users u on u.id = p.user_id
      where p.is_public = 1 and p.deleted_at_ms is null and p.id < :before order by p.id desc limit :limit`,
    // "g" follows every digit of an id.
    args: { before: page.afterId ?? 'g', limit: page.limit },
  });
  return parseRows(showcaseRow, result);
}

/** A living project, public or not; null when there is none. Whoever asks decides by `isPublic` what to tell. */
export async function findForShowcase(db: Db, projectId: string): Promise<ShowcaseRecord | null> {
  const result = await db.execute({
    sql: `select ${COLUMNS} from projects p join users u on u.id = p.user_id where p.id = :projectId and p.deleted_at_ms is null`,
    args: { projectId },
  });
  return parseFirst(showcaseRow, result);
}

const summaryRow = z
  .object({
    id: z.string(),
    projectId: z.string(),
    status: z.enum(['pending', 'generating', 'complete', 'failed']),
    sha256: z.string().nullable(),
    isExtension: flagColumn,
    parentSceneId: z.string().nullable(),
    extensionIndex: z.number().nullable(),
    duration: z.number(),
    trimStart: z.number().nullable(),
    trimEnd: z.number().nullable(),
    frameCount: z.number().nullable(),
    fpsNum: z.number().nullable(),
    fpsDen: z.number().nullable(),
    thumbnailUrl: z.string().nullable(),
  })
  .transform(({ fpsNum, fpsDen, ...row }) => ({
    ...row,
    fps: fpsNum === null || fpsDen === null ? null : { num: fpsNum, den: fpsDen },
  }));
export type SceneSummary = z.output<typeof summaryRow>;

/** What a card needs to know of the living scenes of some projects, in play order. */
export async function summariseScenes(db: Db, projectIds: readonly string[]): Promise<SceneSummary[]> {
  const result = await db.execute({
    sql: `select id, project_id as projectId, status, sha256, is_extension as isExtension, parent_scene_id as parentSceneId,
        extension_index as extensionIndex, duration, trim_start as trimStart, trim_end as trimEnd,
        frame_count as frameCount, fps_num as fpsNum, fps_den as fpsDen, thumbnail_url as thumbnailUrl
      from scenes where project_id in (select value from json_each(:ids)) and deleted_at_ms is null
      order by project_id, scene_number, is_extension, extension_index, id`,
    args: { ids: JSON.stringify(projectIds) },
  });
  return parseRows(summaryRow, result);
}
