/** Scenes. Every question names the owner or the project, which was looked up by its owner before. */
import { z } from 'zod';
import type { Scene } from '#shared/entities/scene.ts';
import type { Db, ResultSet, Statement } from '#edge-api/db/client.ts';
import { parseRows } from '#edge-api/db/rows.ts';
import { flagJson, FPS_JSON } from './json-columns.ts';

/** What a row comes as: see `COLUMNS`. */
const wireRow = z.object({
  fields: z.string(),
  duration: z.number(),
  trimStart: z.number().nullable(),
  trimEnd: z.number().nullable(),
  gainDb: z.number(),
  fadeInSeconds: z.number(),
  fadeOutSeconds: z.number(),
});

/**
 * Getting a value from the database into JavaScript costs more than reading it: a row comes as one text that has the form
 * of a scene, and beside it the numbers of which that text would keep fifteen digits only.
 */
const COLUMNS = `json_object('id', id, 'projectId', project_id, 'sceneNumber', scene_number, 'title', title, 'description', description,
  'prompt', prompt, 'negativePrompt', negative_prompt, 'resolution', resolution, 'duration', duration, 'model', model, 'status', status, 'source', source, 'still', json(still), 'referencePictures', json(reference_pictures),
  'videoUrl', video_url, 'thumbnailUrl', thumbnail_url, 'isExtension', ${flagJson('is_extension')},
  'parentSceneId', parent_scene_id, 'extensionIndex', extension_index, 'trimStart', trim_start, 'trimEnd', trim_end,
  'textOverlays', json(text_overlays), 'metadata', json(metadata), 'errorMessage', error_message, 'note', note, 'queuedAt', queued_at_ms,
  'answerLost', ${flagJson('answer_lost')}, 'promptWordsHash', prompt_words_hash, 'clipPromptHash', clip_prompt_hash, 'sha256', sha256,
  'mediaBytes', media_bytes, 'width', width, 'height', height, 'fps', ${FPS_JSON}, 'frameCount', frame_count,
  'hasAudio', ${flagJson('has_audio')}, 'isDemo', ${flagJson('is_demo')}, 'gainDb', gain_db, 'muted', ${flagJson('muted')},
  'fadeInSeconds', fade_in_seconds, 'fadeOutSeconds', fade_out_seconds,
  'transition', json(transition), 'continueFromPrevious', ${flagJson('continue_from_previous')},
  'continueIntoNext', ${flagJson('continue_into_next')}, 'splitFrom', split_from,
  'version', version, 'createdAt', created_at_ms, 'updatedAt', updated_at_ms) as fields,
  duration, trim_start as trimStart, trim_end as trimEnd, gain_db as gainDb, fade_in_seconds as fadeInSeconds, fade_out_seconds as fadeOutSeconds`;

/**
 * Scenes as `COLUMNS` selects them. Rows are not parsed again here: our own statements wrote them, from what was parsed at
 * the door, into a table that checks its types, and parsing cost two thirds of a poll.
 */
export function parseScenes(result: ResultSet): Scene[] {
  return parseRows(wireRow, result).map(({ fields, ...exact }) => {
    const scene: Scene = JSON.parse(fields);
    return Object.assign(scene, exact);
  });
}

/** Selects the living scenes of a project, in play order. */
export function selectScenes(projectId: string): Statement {
  return {
    sql: `select ${COLUMNS} from scenes where project_id = :projectId and deleted_at_ms is null
      order by scene_number, is_extension, extension_index, id`,
    args: { projectId },
  };
}

/** The living scenes of a project that has to be this person's. */
export async function listScenesOfOwner(db: Db, userId: string, projectId: string): Promise<Scene[]> {
  const sql = `select ${COLUMNS} from scenes where project_id = :projectId and user_id = :userId and deleted_at_ms is null
    order by scene_number, is_extension, extension_index, id`;
  return parseScenes(await db.execute({ sql, args: { userId, projectId } }));
}

export async function listScenes(db: Db, projectId: string): Promise<Scene[]> {
  return parseScenes(await db.execute(selectScenes(projectId)));
}

/** A living scene of a person, null when they have none of that id. */
export async function findScene(db: Db, userId: string, id: string): Promise<Scene | null> {
  const sql = `select ${COLUMNS} from scenes where id = :id and user_id = :userId and deleted_at_ms is null
    and project_id in (select p.id from projects p where p.id = scenes.project_id and p.deleted_at_ms is null)`;
  return parseScenes(await db.execute({ sql, args: { id, userId } }))[0] ?? null;
}

/** A scene of a person, also a deleted one as long as it is kept. */
export async function findKeptScene(db: Db, userId: string, id: string): Promise<Scene | null> {
  const sql = `select ${COLUMNS} from scenes where id = :id and user_id = :userId`;
  return parseScenes(await db.execute({ sql, args: { id, userId } }))[0] ?? null;
}

/** A deleted scene of a person with the extensions that went with it, none when there is no such tombstone. */
export async function findTombstones(db: Db, userId: string, id: string): Promise<Scene[]> {
  const sql = `select ${COLUMNS} from scenes where user_id = :userId and deleted_at_ms is not null
    and (id = :id or (parent_scene_id = :id and deleted_at_ms = (select deleted_at_ms from scenes where id = :id)))`;
  const rows = parseScenes(await db.execute({ sql, args: { id, userId } }));
  return rows.some((row) => row.id === id) ? rows : [];
}

/** Whether any scene has this id, whosever it is and even if it was deleted. */
export async function isSceneIdTaken(db: Db, id: string): Promise<boolean> {
  return (await db.execute({ sql: 'select 1 from scenes where id = :id', args: { id } })).rows.length > 0;
}

/** Writes a new scene, without a clip. */
export function insertScene(userId: string, scene: Scene): Statement {
  return {
    sql: `insert into scenes (id, project_id, user_id, scene_number, title, description, prompt, prompt_words_hash, negative_prompt, resolution,
        duration, status, source, still, reference_pictures, is_extension, parent_scene_id, extension_index, split_from, text_overlays, metadata, version, created_at_ms, updated_at_ms)
      values (:id, :projectId, :userId, :sceneNumber, :title, :description, :prompt, :promptWordsHash, :negativePrompt, :resolution,
        :duration, :status, :source, :still, :referencePictures, :isExtension, :parentSceneId, :extensionIndex, :splitFrom, :textOverlays, :metadata, :version, :createdAt, :updatedAt)`,
    args: {
      id: scene.id,
      projectId: scene.projectId,
      userId,
      sceneNumber: scene.sceneNumber,
      title: scene.title,
      description: scene.description,
      prompt: scene.prompt,
      negativePrompt: scene.negativePrompt,
      resolution: scene.resolution,
      duration: scene.duration,
      status: scene.status,
      source: scene.source,
      still: stillJson(scene),
      referencePictures: JSON.stringify(scene.referencePictures),
      isExtension: scene.isExtension,
      parentSceneId: scene.parentSceneId,
      extensionIndex: scene.extensionIndex,
      promptWordsHash: scene.promptWordsHash,
      splitFrom: scene.splitFrom,
      textOverlays: JSON.stringify(scene.textOverlays),
      metadata: JSON.stringify(scene.metadata),
      version: scene.version,
      createdAt: scene.createdAt,
      updatedAt: scene.updatedAt,
    },
  };
}

function stillJson({ still }: Scene): string | null {
  return still === null ? null : JSON.stringify(still);
}

/** Writes what people edit of a scene, and its version. */
export function updateSceneEdit(scene: Scene): Statement {
  return {
    sql: `update scenes set title = :title, description = :description, negative_prompt = :negativePrompt, resolution = :resolution,
        duration = :duration, model = :model, trim_start = :trimStart, trim_end = :trimEnd, text_overlays = :textOverlays,
        metadata = :metadata, continue_from_previous = :continueFromPrevious, continue_into_next = :continueIntoNext, gain_db = :gainDb, muted = :muted, fade_in_seconds = :fadeInSeconds,
        fade_out_seconds = :fadeOutSeconds, transition = :transition, still = :still, reference_pictures = :referencePictures,
        version = :version, updated_at_ms = :updatedAt
      where id = :id and deleted_at_ms is null`,
    args: {
      id: scene.id,
      title: scene.title,
      description: scene.description,
      negativePrompt: scene.negativePrompt,
      resolution: scene.resolution,
      duration: scene.duration,
      model: scene.model,
      trimStart: scene.trimStart,
      trimEnd: scene.trimEnd,
      textOverlays: JSON.stringify(scene.textOverlays),
      metadata: JSON.stringify(scene.metadata),
      still: stillJson(scene),
      referencePictures: JSON.stringify(scene.referencePictures),
      continueFromPrevious: scene.continueFromPrevious,
      continueIntoNext: scene.continueIntoNext,
      gainDb: scene.gainDb,
      muted: scene.muted,
      fadeInSeconds: scene.fadeInSeconds,
      fadeOutSeconds: scene.fadeOutSeconds,
      transition: scene.transition === null ? null : JSON.stringify(scene.transition),
      version: scene.version,
      updatedAt: scene.updatedAt,
    },
  };
}

/** Holds while neither a person nor the job runner has changed a scene since it was read; the rest of its batch depends on it. */
export function expectSceneUnchanged(scene: Scene): Statement {
  return {
    sql: `insert into expectation (holds) select exists (select 1 from scenes
      where id = :id and version = :version and updated_at_ms = :updatedAt and status = :status and deleted_at_ms is null)`,
    args: { id: scene.id, version: scene.version, updatedAt: scene.updatedAt, status: scene.status },
  };
}

/** Gives a scene its place. The scene's own version stays: order counts on the project's. */
export function updateSceneNumber(id: string, sceneNumber: number, nowMs: number): Statement {
  return {
    sql: 'update scenes set scene_number = :sceneNumber, updated_at_ms = :nowMs where id = :id and deleted_at_ms is null',
    args: { id, sceneNumber, nowMs },
  };
}

/** Leaves tombstones for a scene and its extensions; what was being made for them is not being made any more. */
export function entombScene(id: string, nowMs: number): Statement {
  return {
    sql: `update scenes set deleted_at_ms = :nowMs, ${AT_REST} where (id = :id or parent_scene_id = :id) and deleted_at_ms is null`,
    args: { id, nowMs },
  };
}

/** Leaves a tombstone for one extension of a scene. */
export function entombExtension(id: string, nowMs: number): Statement {
  return {
    sql: `update scenes set deleted_at_ms = :nowMs, ${AT_REST} where id = :id and is_extension = 1 and deleted_at_ms is null`,
    args: { id, nowMs },
  };
}

/** Leaves tombstones for every scene of a project. */
export function entombScenesOfProject(projectId: string, nowMs: number): Statement {
  return {
    sql: `update scenes set deleted_at_ms = :nowMs, ${AT_REST} where project_id = :projectId and deleted_at_ms is null`,
    args: { projectId, nowMs },
  };
}

const AT_REST = `updated_at_ms = :nowMs, note = null, queued_at_ms = null,
  status = case when status <> 'generating' then status when sha256 is null then 'pending' else 'complete' end`;

/** Brings a tombstone back to life. */
export function reviveScene(id: string, nowMs: number): Statement {
  return { sql: 'update scenes set deleted_at_ms = null, updated_at_ms = :nowMs where id = :id', args: { id, nowMs } };
}

/** Removes tombstones from before a time for good. */
export function purgeScenes(beforeMs: number, limit: number): Statement {
  return {
    sql: `delete from scenes where id in
      (select id from scenes where deleted_at_ms is not null and deleted_at_ms < :beforeMs limit :limit)`,
    args: { beforeMs, limit },
  };
}
