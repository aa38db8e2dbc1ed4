/** Public projects with their authors. Nothing here asks who looks. */
import { z } from 'zod';
import { genreIdSchema } from '#shared/catalogue/genres.ts';
import { movieAudioListSchema, type MovieAudio } from '#shared/entities/movie-audio.ts';
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
  isIndexable: flagColumn,
  levelling: flagColumn,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Where the provider of the author's sign-in keeps their picture; never told to anybody. */
  pictureUrl: z.string().nullable(),
  /** Moves with every change of the project and its scenes. */
  revision: z.number(),
});
export type ShowcaseRecord = z.output<typeof showcaseRow>;

const COLUMNS = `projects.id, projects.title, projects.description, projects.genres, projects.aspect_ratio as aspectRatio, projects.created_at_ms as createdAt,
  projects.updated_at_ms as updatedAt, projects.is_public as isPublic,
  projects.is_indexable as isIndexable, projects.levelling, u.first_name as firstName, u.last_name as lastName,
  u.profile_image_url as pictureUrl, projects.revision`;

/** Follows every project that there is: "g" comes after every digit of an id. */
const NEWEST = `(${Number.MAX_SAFE_INTEGER}, 'g')`;

/** A page of public projects, the newest first. @param afterId the last project of the page before; null for the first page */
export async function listPublicProjects(
  db: Db,
  page: { afterId: string | null; limit: number },
): Promise<ShowcaseRecord[]> {
  const { afterId, limit } = page;
  const place = afterId === null ? NEWEST : '(select created_at_ms, id from projects where id = :afterId)';
  const result = await db.execute({
    sql: `select ${COLUMNS} from projects join users u on u.id = projects.user_id
      where projects.is_public = 1 and projects.deleted_at_ms is null and (projects.created_at_ms, projects.id) < ${place}
      order by projects.created_at_ms desc, projects.id desc limit :limit`,
    args: afterId === null ? { limit } : { limit, afterId },
  });
  return parseRows(showcaseRow, result);
}

/** A living project, public or not; null when there is none. Whoever asks decides by `isPublic` what to tell. */
export async function findForShowcase(db: Db, projectId: string): Promise<ShowcaseRecord | null> {
  const result = await db.execute({
    sql: `select ${COLUMNS} from projects join users u on u.id = projects.user_id where projects.id = :projectId and projects.deleted_at_ms is null`,
    args: { projectId },
  });
  return parseFirst(showcaseRow, result);
}

/** The music and voice-overs of a public project. */
export async function publicAudioOf(db: Db, projectId: string): Promise<MovieAudio[]> {
  const sql = 'select audio from projects where id = :projectId and is_public = 1 and deleted_at_ms is null';
  const row = parseFirst(
    z.object({ audio: jsonColumn(movieAudioListSchema) }),
    await db.execute({ sql, args: { projectId } }),
  );
  return row?.audio ?? [];
}

/** Whose public project it is; null when there is no such. */
export async function findPublicOwner(db: Db, projectId: string): Promise<string | null> {
  const sql =
    'select user_id as userId from projects where id = :projectId and is_public = 1 and deleted_at_ms is null';
  const row = parseFirst(z.object({ userId: z.string() }), await db.execute({ sql, args: { projectId } }));
  return row?.userId ?? null;
}

/** Whether it is a public project that search engines may list. */
export async function isListedProject(db: Db, projectId: string): Promise<boolean> {
  const sql =
    'select 1 from projects where id = :projectId and is_public = 1 and is_indexable = 1 and deleted_at_ms is null';
  return (await db.execute({ sql, args: { projectId } })).rows.length > 0;
}

/** The revision of the showcase: it moves with everything that its list shows. */
export async function showcaseRevision(db: Db): Promise<number> {
  const result = await db.execute('select revision from showcase_state where id = 1');
  return parseFirst(z.object({ revision: z.number() }), result)?.revision ?? 0;
}
