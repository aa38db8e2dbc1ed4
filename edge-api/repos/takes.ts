/** The clips that a scene had before its present one, kept for a while so that they can be brought back. */
import { z } from 'zod';
import { mediaFactsSchema } from '#shared/entities/media-facts.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { flagColumn, jsonColumn, parseRows } from '#edge-api/db/rows.ts';

/** As long as the file is held, see `holdMedia`. */
export const TAKE_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Notes what a scene has now, before another clip (or none) takes its place. The same file again takes no place. */
export function noteTake(next: { sceneId: string; sha256: string | null; nowMs: number }): Statement {
  return {
    sql: `insert into takes (scene_id, sha256, clip_prompt_hash, trim_start, trim_end, replaced_at_ms)
      select id, sha256, clip_prompt_hash, trim_start, trim_end, :nowMs from scenes where id = :sceneId and sha256 is not :sha256
      on conflict (scene_id) do update set sha256 = excluded.sha256, clip_prompt_hash = excluded.clip_prompt_hash,
        trim_start = excluded.trim_start, trim_end = excluded.trim_end, replaced_at_ms = excluded.replaced_at_ms`,
    args: next,
  };
}

const takeSchema = z.object({
  sceneId: z.string(),
  sha256: z.string().nullable(),
  clipPromptHash: z.string().nullable(),
  trimStart: z.number().nullable(),
  trimEnd: z.number().nullable(),
  replacedAtMs: z.number().int(),
  sizeBytes: z.number().int().nullable(),
  facts: jsonColumn(mediaFactsSchema).nullable(),
  isDemo: flagColumn.nullable(),
  hasPoster: flagColumn,
});
/** What a segment had before. `sha256` is null where it had no clip. */
export type Take = z.infer<typeof takeSchema>;

/** What a scene and its extensions had before their present clips; nothing of a segment that never had another. */
export async function findTakes(db: Db, userId: string, sceneId: string): Promise<Take[]> {
  const result = await db.execute({
    sql: `select r.scene_id as sceneId, r.sha256, r.clip_prompt_hash as clipPromptHash, r.trim_start as trimStart, r.trim_end as trimEnd,
        r.replaced_at_ms as replacedAtMs, m.size_bytes as sizeBytes, m.facts, m.is_demo as isDemo,
        exists (select 1 from frames f where f.sha256 = r.sha256 and f.place = 'first' and f.user_id in ('', :userId)) as hasPoster
      from scenes s join takes r on r.scene_id = s.id left join media m on m.sha256 = r.sha256
      where s.id = :sceneId or s.parent_scene_id = :sceneId`,
    args: { userId, sceneId },
  });
  return parseRows(takeSchema, result);
}

/** Writes what a scene's row says about its clip, its trims and its state. */
export function updateSceneClip(scene: Scene): Statement {
  return {
    sql: `update scenes set status = :status, note = null, error_message = null, answer_lost = 0, video_url = :videoUrl,
        thumbnail_url = :thumbnailUrl, clip_prompt_hash = :clipPromptHash, trim_start = :trimStart, trim_end = :trimEnd, sha256 = :sha256,
        media_bytes = :mediaBytes, width = :width, height = :height, fps_num = :fpsNum, fps_den = :fpsDen, frame_count = :frameCount,
        has_audio = :hasAudio, is_demo = :isDemo, version = :version, updated_at_ms = :updatedAt
      where id = :id and deleted_at_ms is null`,
    args: {
      id: scene.id,
      status: scene.status,
      videoUrl: scene.videoUrl,
      thumbnailUrl: scene.thumbnailUrl,
      clipPromptHash: scene.clipPromptHash,
      trimStart: scene.trimStart,
      trimEnd: scene.trimEnd,
      sha256: scene.sha256,
      mediaBytes: scene.mediaBytes,
      width: scene.width,
      height: scene.height,
      fpsNum: scene.fps?.num ?? null,
      fpsDen: scene.fps?.den ?? null,
      frameCount: scene.frameCount,
      hasAudio: scene.hasAudio === null ? null : Number(scene.hasAudio),
      isDemo: Number(scene.isDemo),
      version: scene.version,
      updatedAt: scene.updatedAt,
    },
  };
}

/** A scene has no earlier take any more. */
export function forgetTake(sceneId: string): Statement {
  return { sql: 'delete from takes where scene_id = :sceneId', args: { sceneId } };
}

/** Gives up what was replaced long ago. */
export function endOldTakes(nowMs: number): Statement {
  return {
    sql: 'delete from takes where replaced_at_ms <= :beforeMs',
    args: { beforeMs: nowMs - TAKE_KEPT_MS },
  };
}
