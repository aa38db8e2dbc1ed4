/**
 * How a call is answered again that was applied before. Of rows only the name is kept, and they are read anew: a repeat
 * learns what has become of them. Deleted rows are kept as long as such names are, so there is always something to read.
 * What isn't in a row, such as words that a model wrote, is kept whole.
 */
import { z } from 'zod';
import { projectAndScenesReply, projectReply } from '#shared/api/projects.ts';
import { sceneReply } from '#shared/api/scenes.ts';
import { idSchema } from '#shared/entities/id.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import type { Db } from '#edge-api/db/client.ts';
import { parseProject, selectKeptProject } from '#edge-api/repos/projects.ts';
import { findKeptScene, parseScenes, selectScenes } from '#edge-api/repos/scenes.ts';
import { viewOf } from './project-view.ts';
import { projectWords } from './words.ts';

export type Kept<Reply> = {
  schema: z.ZodType<Reply>;
  /** Null where the reply itself is kept. */
  row: {
    nameOf(reply: Reply): string;
    /** @throws AppError `not_found` when the row was removed for good */
    readAnew(db: Db, userId: string, id: string): Promise<Reply>;
  } | null;
};

export function keptWhole<Reply>(schema: z.ZodType<Reply>): Kept<Reply> {
  return { schema, row: null };
}

export const keptProject: Kept<Project> = {
  schema: projectReply,
  row: {
    nameOf: ({ id }) => id,
    readAnew: async (db, userId, id) => (await readAnew(db, userId, id)).project,
  },
};

export const keptProjectAndScenes: Kept<{ project: Project; scenes: Scene[] }> = {
  schema: projectAndScenesReply,
  row: { nameOf: ({ project }) => project.id, readAnew },
};

export const keptScene: Kept<Scene> = {
  schema: sceneReply,
  row: {
    nameOf: ({ id }) => id,
    readAnew: async (db, userId, id) => {
      const scene = await findKeptScene(db, userId, id);
      if (scene === null) throw new AppError('not_found', projectWords.sceneNotFound);
      return scene;
    },
  },
};

async function readAnew(db: Db, userId: string, id: string): Promise<{ project: Project; scenes: Scene[] }> {
  const [projects, rows] = await db.batch([selectKeptProject(userId, id), selectScenes(id)], 'read');
  const found = projects === undefined ? null : parseProject(projects);
  if (found === null || rows === undefined) throw new AppError('not_found', projectWords.notFound);
  const scenes = parseScenes(rows);
  return { project: viewOf(found.record, scenes), scenes };
}

const rowNote = z.strictObject({ row: idSchema });

/** What is stored of a reply. */
export function noteOf<Reply>({ row }: Kept<Reply>, reply: Reply): string {
  return JSON.stringify(row === null ? reply : { row: row.nameOf(reply) });
}

/** The reply of such a note, also of one of an earlier release, which kept all replies whole. */
export async function replyOf<Reply>(
  db: Db,
  { schema, row }: Kept<Reply>,
  userId: string,
  note: string,
): Promise<Reply> {
  const stored: unknown = JSON.parse(note);
  const named = row === null ? null : rowNote.safeParse(stored);
  return row !== null && named?.success === true ? row.readAnew(db, userId, named.data.row) : schema.parse(stored);
}
