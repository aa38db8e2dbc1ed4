/** Projects. Every question names the owner, so nobody reads what is another's. */
import { z } from 'zod';
import { genreIdSchema } from '#shared/catalogue/genres.ts';
import { aspectRatioSchema, modelIdSchema } from '#shared/catalogue/models.ts';
import { characterReferenceSchema } from '#shared/entities/character-reference.ts';
import { movieAudioListSchema } from '#shared/entities/movie-audio.ts';
import type { Db, ResultSet, Statement } from '#edge-api/db/client.ts';
import { flagColumn, jsonColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';
import { parseSummaries, SCENE_SUMMARIES, type SceneSummary } from './scene-summaries.ts';

/** A project as it is stored: without what is derived from its scenes. */
export const projectRecordSchema = z.object({
  id: z.string(),
  userId: z.string(),
  title: z.string(),
  description: z.string(),
  isPublic: flagColumn,
  isIndexable: flagColumn,
  genres: jsonColumn(z.array(genreIdSchema)),
  targetLength: z.number(),
  model: modelIdSchema,
  aspectRatio: aspectRatioSchema,
  characterReferences: jsonColumn(z.array(characterReferenceSchema)),
  breakdownStatus: z.enum(['running', 'failed']).nullable(),
  breakdownError: z.string().nullable(),
  audio: jsonColumn(movieAudioListSchema),
  levelling: flagColumn,
  version: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type ProjectRecord = z.output<typeof projectRecordSchema>;

const COLUMNS = `id, user_id as userId, title, description, is_public as isPublic, is_indexable as isIndexable, genres,
  target_length as targetLength, model, aspect_ratio as aspectRatio, character_references as characterReferences, breakdown_status as breakdownStatus,
  breakdown_error as breakdownError, audio, levelling, version, created_at_ms as createdAt, updated_at_ms as updatedAt`;

/** A stored project with its revision, see `expectUnchanged`. */
export type RevisedProject = { record: ProjectRecord; revision: number };

const revisedRow = projectRecordSchema
  .extend({ revision: z.number() })
  .transform(({ revision, ...record }): RevisedProject => ({ record, revision }));

/** Selects a living project of a person. */
export function selectProject(userId: string, id: string): Statement {
  return {
    sql: `select ${COLUMNS}, revision from projects where id = :id and user_id = :userId and deleted_at_ms is null`,
    args: { id, userId },
  };
}

/** Selects a project of a person, also a deleted one as long as it is kept. */
export function selectKeptProject(userId: string, id: string): Statement {
  return {
    sql: `select ${COLUMNS}, revision from projects where id = :id and user_id = :userId`,
    args: { id, userId },
  };
}

/** The project of `selectProject`, null when the person has none of that id. */
export function parseProject(result: ResultSet): RevisedProject | null {
  return parseFirst(revisedRow, result);
}

/** A project with what a card shows of its scenes. */
export type ListedProject = { record: ProjectRecord; scenes: SceneSummary[] };

const listedRow = projectRecordSchema
  .extend({ scenes: z.string() })
  .transform(({ scenes, ...record }): ListedProject => ({ record, scenes: parseSummaries(scenes) }));

/** A living project of a person, null when they have none of that id. */
export async function findListedProject(db: Db, userId: string, id: string): Promise<ListedProject | null> {
  const sql = `select ${COLUMNS}, ${SCENE_SUMMARIES} as scenes from projects
    where id = :id and user_id = :userId and deleted_at_ms is null`;
  return parseFirst(listedRow, await db.execute({ sql, args: { id, userId } }));
}

/** The last project of a page: the next one begins after it. */
export type ListPlace = { createdAt: number; id: string };

/** Follows every project that there is: "g" comes after every digit of an id. */
const NEWEST: ListPlace = { createdAt: Number.MAX_SAFE_INTEGER, id: 'g' };

/** A page of a person's living projects, the newest first, without their scenes. */
export async function listProjectPage(
  db: Db,
  page: { userId: string; after: ListPlace | null; limit: number },
): Promise<RevisedProject[]> {
  const { userId, after, limit } = page;
  const result = await db.execute({
    sql: `select ${COLUMNS}, revision from projects
      where user_id = :userId and deleted_at_ms is null and created_at_ms <= :createdAt
        and (created_at_ms < :createdAt or id < :id)
      order by created_at_ms desc, id desc limit :limit`,
    args: { userId, limit, ...(after ?? NEWEST) },
  });
  return parseRows(revisedRow, result);
}

/** Whether any project has this id, whosever it is and even if it was deleted. */
export async function isProjectIdTaken(db: Db, id: string): Promise<boolean> {
  return (await db.execute({ sql: 'select 1 from projects where id = :id', args: { id } })).rows.length > 0;
}

export function insertProject(project: ProjectRecord): Statement {
  return {
    sql: `insert into projects (id, user_id, title, description, is_public, is_indexable, genres, target_length, model, aspect_ratio,
        character_references, audio, levelling, version, created_at_ms, updated_at_ms)
      values (:id, :userId, :title, :description, :isPublic, :isIndexable, :genres, :targetLength, :model, :aspectRatio,
        :characterReferences, :audio, :levelling, :version, :createdAt, :updatedAt)`,
    args: {
      id: project.id,
      userId: project.userId,
      title: project.title,
      description: project.description,
      isPublic: project.isPublic,
      isIndexable: project.isIndexable,
      genres: JSON.stringify(project.genres),
      targetLength: project.targetLength,
      model: project.model,
      aspectRatio: project.aspectRatio,
      characterReferences: JSON.stringify(project.characterReferences),
      audio: JSON.stringify(project.audio),
      levelling: project.levelling,
      version: project.version,
      createdAt: project.createdAt,
      updatedAt: project.updatedAt,
    },
  };
}

/** Writes what people edit of a project, and its version. */
export function updateProjectEdit(project: ProjectRecord): Statement {
  return {
    sql: `update projects set title = :title, description = :description, is_public = :isPublic, is_indexable = :isIndexable, model = :model,
        audio = :audio, levelling = :levelling, character_references = :characterReferences, version = :version, updated_at_ms = :updatedAt
      where id = :id and user_id = :userId and deleted_at_ms is null`,
    args: {
      id: project.id,
      userId: project.userId,
      title: project.title,
      description: project.description,
      isPublic: project.isPublic,
      isIndexable: project.isIndexable,
      model: project.model,
      audio: JSON.stringify(project.audio),
      levelling: project.levelling,
      characterReferences: JSON.stringify(project.characterReferences),
      version: project.version,
      updatedAt: project.updatedAt,
    },
  };
}

/** Leaves a tombstone in a project's place. */
export function entombProject(userId: string, id: string, nowMs: number): Statement {
  return {
    sql: `update projects set deleted_at_ms = :nowMs, updated_at_ms = :nowMs, is_public = 0, breakdown_status = null
      where id = :id and user_id = :userId and deleted_at_ms is null`,
    args: { id, userId, nowMs },
  };
}

const deletedRow = z.object({ id: z.string(), deletedAt: z.number() });
export type DeletedProject = z.output<typeof deletedRow>;

/** Those of some projects that the person has deleted, as long as that is known. */
export async function listDeletedProjects(db: Db, userId: string, ids: readonly string[]): Promise<DeletedProject[]> {
  const result = await db.execute({
    sql: `select id, deleted_at_ms as deletedAt from projects
      where id in (select value from json_each(:ids)) and user_id = :userId and deleted_at_ms is not null order by id`,
    args: { userId, ids: JSON.stringify(ids) },
  });
  return parseRows(deletedRow, result);
}

/** Removes tombstones from before a time for good, with everything that hangs on them. */
export function purgeProjects(beforeMs: number, limit: number): Statement {
  return {
    sql: `delete from projects where id in
      (select id from projects where deleted_at_ms is not null and deleted_at_ms < :beforeMs limit :limit)`,
    args: { beforeMs, limit },
  };
}

/**
 * Holds while nobody has changed the project or any of its scenes since they were read, and it lives. As the first
 * statement of a batch it makes the rest of the batch depend on that.
 */
export function expectUnchanged(projectId: string, revision: number): Statement {
  return {
    sql: `insert into expectation (holds)
      select exists (select 1 from projects where id = :projectId and revision = :revision and deleted_at_ms is null)`,
    args: { projectId, revision },
  };
}
