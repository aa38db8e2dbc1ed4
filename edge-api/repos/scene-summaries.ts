/** What a card shows of a project's scenes, in one column of the project's row: rows of their own cost many times as much. */
import { z } from 'zod';
import type { Timed } from '#shared/rules/totals.ts';
import type { Db } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';
import { flagJson, FPS_JSON, numberJson } from './json-columns.ts';

/** Enough of a scene for its project's status, length, count and picture. */
export type SceneSummary = Timed & { thumbnailUrl: string | null; isDemo: boolean };

/** A column of a query of projects: the project's living scenes in play order, as JSON. */
export const SCENE_SUMMARIES = `(select json_group_array(json(summary)) from (
    select json_object('id', id, 'sceneNumber', scene_number, 'status', status, 'sha256', sha256, 'isExtension', ${flagJson('is_extension')},
      'parentSceneId', parent_scene_id, 'extensionIndex', extension_index, 'duration', ${numberJson('duration')},
      'trimStart', ${numberJson('trim_start')}, 'trimEnd', ${numberJson('trim_end')}, 'frameCount', frame_count, 'fps', ${FPS_JSON}, 'thumbnailUrl', thumbnail_url,
      'isDemo', ${flagJson('is_demo')}, 'transition', json(transition)) as summary
    from scenes where scenes.project_id = projects.id and scenes.deleted_at_ms is null
    order by scene_number, is_extension, extension_index, id))`;

/** Reads `SCENE_SUMMARIES`. Our own statement wrote the text a moment ago: nothing in it can be of another shape. */
export function parseSummaries(text: string): SceneSummary[] {
  return JSON.parse(text);
}

const summedRow = z
  .object({ id: z.string(), revision: z.number(), scenes: z.string() })
  .transform(({ scenes, ...project }) => ({ ...project, scenes: parseSummaries(scenes) }));

/** The scenes of some projects, each with the revision of its project in the same state. */
export async function readSummaries(db: Db, projectIds: readonly string[]): Promise<z.output<typeof summedRow>[]> {
  const result = await db.execute({
    sql: `select projects.id, projects.revision, ${SCENE_SUMMARIES} as scenes from projects
      where projects.id in (select value from json_each(:ids))`,
    args: { ids: JSON.stringify(projectIds) },
  });
  return parseRows(summedRow, result);
}
