/** What the job runner writes on scenes and projects. It moves `updated_at_ms`, never `version`, with one exception: see `storeClip`. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { flagColumn, jsonColumn, parseFirst } from '#edge-api/db/rows.ts';
import { frameUrl, mediaUrl } from '#shared/api/media.ts';
import { aspectRatioSchema, modelIdSchema } from '#shared/catalogue/models.ts';
import { genreIdSchema } from '#shared/catalogue/genres.ts';
import { characterReferenceSchema } from '#shared/entities/character-reference.ts';
import { referencePicturesSchema, sceneMetadataSchema, sceneResolutionSchema } from '#shared/entities/scene.ts';
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import { LIVE_JOB } from './jobs.ts';

const clipSourceSchema = z.object({
  projectId: z.string(),
  sceneNumber: z.number().int(),
  isExtension: flagColumn,
  parentSceneId: z.string().nullable(),
  extensionIndex: z.number().int().nullable(),
  /** Seconds that extensions add to this scene; `duration` holds them. */
  extensionSeconds: z.number(),
  continueFromPrevious: flagColumn,
  continueIntoNext: flagColumn,
  title: z.string(),
  description: z.string(),
  prompt: z.string(),
  /** Hash of the words that the prompt was made from; null when nobody noted it. */
  promptWordsHash: z.string().nullable(),
  negativePrompt: z.string().nullable(),
  resolution: sceneResolutionSchema,
  duration: z.number(),
  metadata: jsonColumn(sceneMetadataSchema),
  referencePictures: jsonColumn(referencePicturesSchema),
  model: modelIdSchema,
  aspectRatio: aspectRatioSchema,
  characterReferences: jsonColumn(z.array(characterReferenceSchema)),
  /** The people whom the breakdown described and who have no picture, or had none then. */
  cast: jsonColumn(z.array(characterReferenceSchema.pick({ name: true, description: true }))),
});
/** All that a clip is asked from: the scene's words and its project's choices. */
export type ClipSource = z.infer<typeof clipSourceSchema>;

/** Reads what a scene's clip is made from; null when the scene or its project was deleted. */
export async function readClipSource(db: Db, sceneId: string): Promise<ClipSource | null> {
  const result = await db.execute({
    sql: `select s.project_id as projectId, s.scene_number as sceneNumber, s.is_extension as isExtension, s.parent_scene_id as parentSceneId,
        s.extension_index as extensionIndex, s.continue_from_previous as continueFromPrevious, s.continue_into_next as continueIntoNext,
        (select coalesce(sum(e.duration), 0) from scenes e where e.parent_scene_id = s.id and e.deleted_at_ms is null) as extensionSeconds,
        s.title, s.description, s.prompt, s.prompt_words_hash as promptWordsHash, s.negative_prompt as negativePrompt, s.resolution, s.duration, s.metadata, s.reference_pictures as referencePictures,
        coalesce((select w.model from scenes w where w.id = coalesce(s.parent_scene_id, s.id)), p.model) as model,
        p.aspect_ratio as aspectRatio, p.character_references as characterReferences, p.breakdown_cast as cast
      from scenes s join projects p on p.id = s.project_id
      where s.id = :sceneId and s.deleted_at_ms is null and p.deleted_at_ms is null`,
    args: { sceneId },
  });
  return parseFirst(clipSourceSchema, result);
}

const breakdownSourceSchema = z.object({
  title: z.string(),
  description: z.string(),
  genres: jsonColumn(z.array(genreIdSchema)),
  targetLength: z.number().int(),
  model: modelIdSchema,
  aspectRatio: aspectRatioSchema,
  characterReferences: jsonColumn(z.array(characterReferenceSchema)),
});
export type BreakdownSource = z.infer<typeof breakdownSourceSchema>;

/** Reads what a breakdown is made from; null when the project was deleted. */
export async function readBreakdownSource(db: Db, projectId: string): Promise<BreakdownSource | null> {
  const result = await db.execute({
    sql: `select title, description, genres, target_length as targetLength, model, aspect_ratio as aspectRatio,
        character_references as characterReferences
      from projects where id = :projectId and deleted_at_ms is null`,
    args: { projectId },
  });
  return parseFirst(breakdownSourceSchema, result);
}

/** Writes a prompt that was made anew. */
export function setPrompt(sceneId: string, prompt: string, promptWordsHash: string): Statement {
  return {
    sql: 'update scenes set prompt = :prompt, prompt_words_hash = :promptWordsHash where id = :sceneId',
    args: { sceneId, prompt, promptWordsHash },
  };
}

/** Says on the card what a live job is doing, which is no longer in line. */
export function setGenerating(sceneId: string, note: string, nowMs: number): Statement {
  return {
    sql: `update scenes set status = 'generating', note = :note, queued_at_ms = null, error_message = null, answer_lost = 0,
        updated_at_ms = :nowMs
      where id = :sceneId and deleted_at_ms is null`,
    args: { sceneId, note, nowMs },
  };
}

/** Says on the card that a live job is in line, since now or since it was put there. @param note what else it waits for */
export function setQueued(sceneId: string, note: string | null, nowMs: number): Statement {
  return {
    sql: `update scenes set status = 'generating', note = :note, queued_at_ms = coalesce(queued_at_ms, :nowMs), error_message = null,
        answer_lost = 0, updated_at_ms = :nowMs
      where id = :sceneId and deleted_at_ms is null`,
    args: { sceneId, note, nowMs },
  };
}

/** A clip that wasn't made. What was there before stays. */
export function setFailed(
  sceneId: string,
  failure: { errorMessage: string; answerLost: boolean; nowMs: number },
): Statement {
  return {
    sql: `update scenes set status = 'failed', error_message = :errorMessage, answer_lost = :answerLost, note = null, queued_at_ms = null,
        updated_at_ms = :nowMs
      where id = :sceneId and deleted_at_ms is null`,
    args: { sceneId, ...failure, answerLost: failure.answerLost ? 1 : 0 },
  };
}

/** Back to what it was before anything was asked: complete if it has a clip, else pending. */
export function setIdle(sceneId: string, note: string | null, nowMs: number): Statement {
  return idle('id = :id', sceneId, note, nowMs);
}

/** The same for what no live job works on anymore: of a project, or of a scene with its extensions. */
export function setUnworkedIdle(scope: { sceneId: string } | { projectId: string }, nowMs: number): Statement {
  const [where, id] =
    'sceneId' in scope ? ['(id = :id or parent_scene_id = :id)', scope.sceneId] : ['project_id = :id', scope.projectId];
  const isUnworked = `status = 'generating' and not exists (select 1 from jobs where jobs.scene_id = scenes.id and ${LIVE_JOB})`;
  return idle(`${where} and ${isUnworked}`, id, null, nowMs);
}

function idle(where: string, id: string, note: string | null, nowMs: number): Statement {
  return {
    sql: `update scenes set status = case when sha256 is null then 'pending' else 'complete' end, note = :note,
        queued_at_ms = null, error_message = null, answer_lost = 0, updated_at_ms = :nowMs
      where ${where} and deleted_at_ms is null`,
    args: { id, note, nowMs },
  };
}

export type StoredClip = {
  sceneId: string;
  sha256: string;
  sizeBytes: number;
  facts: MediaFacts;
  isDemo: boolean;
  hasPoster: boolean;
  /** Null for an own file, which was made from no prompt. */
  clipPromptHash: string | null;
  /** What the model could not do as asked; stays on the card. */
  note: string | null;
  nowMs: number;
};

/**
 * Gives a scene its clip. A clip that takes another's place clears the trims, which were cut for the old one, and that
 * is an edit: it raises `version`. The same file again takes no place.
 */
export function storeClip(clip: StoredClip): Statement {
  const { video, audio } = clip.facts;
  return {
    sql: `update scenes set status = 'complete', video_url = :videoUrl, thumbnail_url = :thumbnailUrl, error_message = null,
        answer_lost = 0, note = :note, clip_prompt_hash = :clipPromptHash,
        version = version + case when sha256 is null or sha256 = :sha256 then 0 else 1 end,
        trim_start = case when sha256 is null or sha256 = :sha256 then trim_start end,
        trim_end = case when sha256 is null or sha256 = :sha256 then trim_end end,
        sha256 = :sha256, media_bytes = :sizeBytes, width = :width, height = :height, fps_num = :fpsNum, fps_den = :fpsDen,
        frame_count = :frameCount, has_audio = :hasAudio, is_demo = :isDemo, updated_at_ms = :nowMs
      where id = :sceneId`,
    args: {
      sceneId: clip.sceneId,
      videoUrl: mediaUrl(clip.sha256),
      thumbnailUrl: clip.hasPoster ? frameUrl(clip.sha256, 'first') : null,
      note: clip.note,
      clipPromptHash: clip.clipPromptHash,
      sha256: clip.sha256,
      sizeBytes: clip.sizeBytes,
      width: video.width,
      height: video.height,
      fpsNum: video.fps.num,
      fpsDen: video.fps.den,
      frameCount: video.frameCount,
      hasAudio: audio === null ? 0 : 1,
      isDemo: clip.isDemo ? 1 : 0,
      nowMs: clip.nowMs,
    },
  };
}

/** The poster of a person's scenes with this clip. */
export function setPoster(poster: { userId: string; sha256: string; nowMs: number }): Statement {
  return {
    sql: `update scenes set thumbnail_url = :url, updated_at_ms = :nowMs
      where user_id = :userId and sha256 = :sha256 and deleted_at_ms is null and thumbnail_url is not :url`,
    args: { ...poster, url: frameUrl(poster.sha256, 'first') },
  };
}

export type BrokenDownScene = {
  id: string;
  title: string;
  description: string;
  prompt: string;
  promptWordsHash: string;
  negativePrompt: string | null;
  metadata: unknown;
  resolution: '720p' | '1080p';
  durationSeconds: number;
};

/** Adds a scene behind those that are there. */
export function appendScene(
  scene: BrokenDownScene,
  owner: { projectId: string; userId: string; nowMs: number },
): Statement {
  return {
    sql: `insert into scenes (id, project_id, user_id, scene_number, title, description, prompt, prompt_words_hash, negative_prompt,
        resolution, duration, metadata, created_at_ms, updated_at_ms)
      select :id, :projectId, :userId, coalesce(max(scene_number), 0) + 1, :title, :description, :prompt, :promptWordsHash, :negativePrompt,
        :resolution, :duration, :metadata, :nowMs, :nowMs
      from scenes where project_id = :projectId and deleted_at_ms is null`,
    args: {
      ...owner,
      id: scene.id,
      title: scene.title,
      description: scene.description,
      prompt: scene.prompt,
      promptWordsHash: scene.promptWordsHash,
      negativePrompt: scene.negativePrompt,
      resolution: scene.resolution,
      duration: scene.durationSeconds,
      metadata: JSON.stringify(scene.metadata),
    },
  };
}

/** Adds an extension to a scene that stands in the same batch before it. Its words are the scene's own. */
export function appendExtension(extension: {
  id: string;
  parentSceneId: string;
  /** From 1. */
  extensionIndex: number;
  durationSeconds: number;
  nowMs: number;
}): Statement {
  return {
    sql: `insert into scenes (id, project_id, user_id, scene_number, title, description, prompt, resolution, duration, metadata,
        is_extension, parent_scene_id, extension_index, created_at_ms, updated_at_ms)
      select :id, project_id, user_id, scene_number, title, description, '', resolution, :durationSeconds, metadata,
        1, id, :extensionIndex, :nowMs, :nowMs
      from scenes where id = :parentSceneId`,
    args: extension,
  };
}

/** Makes a scene longer by an extension, or shorter without one. @param seconds less than 0 for shorter */
export function lengthenScene(sceneId: string, seconds: number, nowMs: number): Statement {
  return {
    sql: `update scenes set duration = duration + :seconds, updated_at_ms = :nowMs where id = :sceneId and deleted_at_ms is null`,
    args: { sceneId, seconds, nowMs },
  };
}

/** Lets a scene that got longer play to its new end: its out point was cut for the shorter clip. That is an edit. */
export function clearTrimEnd(extensionId: string, nowMs: number): Statement {
  return {
    sql: `update scenes set trim_end = null, version = version + 1, updated_at_ms = :nowMs
      where id = (select e.parent_scene_id from scenes e where e.id = :extensionId) and trim_end is not null`,
    args: { extensionId, nowMs },
  };
}

/** Takes back what a breakdown has written that failed in a later part, but for scenes that somebody has edited since. */
export function dropUntouchedScenes(jobId: string): Statement {
  return {
    sql: `delete from scenes where version = 1 and status = 'pending' and id in
      (select value from json_each((select params from jobs where id = :jobId), '$.sceneIds'))`,
    args: { jobId },
  };
}

/** The people of a movie as its breakdown described them. */
export function setCast(projectId: string, cast: readonly { name: string; description: string }[]): Statement {
  return {
    sql: 'update projects set breakdown_cast = :cast where id = :projectId',
    args: { projectId, cast: JSON.stringify(cast) },
  };
}

/** How the breakdown of a project stands. */
export function setBreakdown(
  projectId: string,
  breakdown: { status: 'running' | 'failed' | null; error: string | null; nowMs: number },
): Statement {
  return {
    sql: `update projects set breakdown_status = :status, breakdown_error = :error, updated_at_ms = :nowMs
      where id = :projectId and deleted_at_ms is null`,
    args: { projectId, ...breakdown },
  };
}
