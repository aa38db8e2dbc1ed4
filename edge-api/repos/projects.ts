/** Projects. Every question names the owner, so nobody reads what is another's. */
import { z } from 'zod';
import { genreIdSchema } from '#shared/catalogue/genres.ts';
import { aspectRatioSchema, modelIdSchema } from '#shared/catalogue/models.ts';
import { characterReferenceSchema } from '#shared/entities/character-reference.ts';
import { musicSchema } from '#shared/entities/project.ts';
import type { Db, ResultSet, Statement } from '#edge-api/db/client.ts';
import { flagColumn, jsonColumn, parseFirst, parseRows } from '#edge-api/db/rows.ts';

/** A project as it is stored: without what is derived from its scenes. */
export const projectRecordSchema = z.object({
  id: z.string(),
  userId: z.string(),
  title: z.string(),
  description: z.string(),
  isPublic: flagColumn,
  genres: jsonColumn(z.array(genreIdSchema)),
  targetLength: z.number(),
  model: modelIdSchema,
  aspectRatio: aspectRatioSchema,
  characterReferences: jsonColumn(z.array(characterReferenceSchema)),
  breakdownStatus: z.enum(['running', 'failed']).nullable(),
  breakdownError: z.string().nullable(),
  music: jsonColumn(musicSchema).nullable(),
  levelling: flagColumn,
  version: z.number(),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type ProjectRecord = z.output<typeof projectRecordSchema>;

const COLUMNS = `id, user_id as userId, title, description, is_public as isPublic, genres, target_length as targetLength, model,
  aspect_ratio as aspectRatio, character_references as characterReferences, breakdown_status as breakdownStatus,
  breakdown_error as breakdownError, music, levelling, version, created_at_ms as createdAt, updated_at_ms as updatedAt`;

/** Selects a living project of a person. */
export function selectProject(userId: string, id: string): Statement {
  return {
    sql: `select ${COLUMNS} from projects where id = :id and user_id = :userId and deleted_at_ms is null`,
    args: { id, userId },
  };
}

/** A living project of a person, null when they have none of that id. */
export async function findProject(db: Db, userId: string, id: string): Promise<ProjectRecord | null> {
  return parseFirst(projectRecordSchema, await db.execute(selectProject(userId, id)));
}

/** Selects a person's living projects, the newest first. */
export function selectProjects(userId: string): Statement {
  return {
    sql: `select ${COLUMNS} from projects where user_id = :userId and deleted_at_ms is null order by created_at_ms desc, id desc`,
    args: { userId },
  };
}

export function parseProjects(result: ResultSet): ProjectRecord[] {
  return parseRows(projectRecordSchema, result);
}

/** Whether any project has this id, whosever it is and even if it was deleted. */
export async function isProjectIdTaken(db: Db, id: string): Promise<boolean> {
  return (await db.execute({ sql: 'select 1 from projects where id = :id', args: { id } })).rows.length > 0;
}

export function insertProject(project: ProjectRecord): Statement {
  return {
    sql: `insert into projects (id, user_id, title, description, is_public, genres, target_length, model, aspect_ratio, character_references,
        levelling, version, created_at_ms, updated_at_ms)
      values (:id, :userId, :title, :description, :isPublic, :genres, :targetLength, :model, :aspectRatio, :characterReferences,
        :levelling, :version, :createdAt, :updatedAt)`,
    args: {
      id: project.id,
      userId: project.userId,
      title: project.title,
      description: project.description,
      isPublic: project.isPublic,
      genres: JSON.stringify(project.genres),
      targetLength: project.targetLength,
      model: project.model,
      aspectRatio: project.aspectRatio,
      characterReferences: JSON.stringify(project.characterReferences),
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
    sql: `update projects set title = :title, description = :description, is_public = :isPublic, model = :model,
        character_references = :characterReferences, version = :version, updated_at_ms = :updatedAt
      where id = :id and user_id = :userId and deleted_at_ms is null`,
    args: {
      id: project.id,
      userId: project.userId,
      title: project.title,
      description: project.description,
      isPublic: project.isPublic,
      model: project.model,
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

/** Removes tombstones from before a time for good, with everything that hangs on them. */
export function purgeProjects(deletedBeforeMs: number): Statement {
  return {
    sql: 'delete from projects where deleted_at_ms is not null and deleted_at_ms < :deletedBeforeMs',
    args: { deletedBeforeMs },
  };
}

/**
 * Holds while nobody has changed the project or any of its living scenes since they were read. As the first statement
 * of a batch it makes the rest of the batch depend on that.
 */
export function expectUnchanged(projectId: string, mark: string): Statement {
  return { sql: `insert into expectation (holds) select (${MARK}) = :mark`, args: { projectId, mark } };
}

const markRow = z.object({ mark: z.string() });

/** Selects the mark that `expectUnchanged` compares. */
export function selectMark(projectId: string): Statement {
  return { sql: `select (${MARK}) as mark`, args: { projectId } };
}

/** The mark of a living project of a person, null when they have none of that id. */
export async function findMark(db: Db, userId: string, projectId: string): Promise<string | null> {
  const sql = `select (${MARK}) as mark from projects where id = :projectId and user_id = :userId and deleted_at_ms is null`;
  return parseFirst(markRow, await db.execute({ sql, args: { projectId, userId } }))?.mark ?? null;
}

export function parseMark(result: ResultSet): string {
  return markRow.parse(result.rows[0]).mark;
}

/** Changes with every edit of the project and of its scenes, and with everything that the job runner writes. */
const MARK = `select p.version || ':' || p.updated_at_ms || ':' || coalesce(p.breakdown_status, '') || ':' || (
    select count(*) || ':' || coalesce(sum(s.version), 0) || ':' || coalesce(sum(s.updated_at_ms), 0) || ':' || coalesce(group_concat(s.status), '')
    from scenes s where s.project_id = p.id and s.deleted_at_ms is null)
  from projects p where p.id = :projectId and p.deleted_at_ms is null`;
