/** The segment that an extension goes on from. */
import { z } from 'zod';
import type { Db, Statement } from '#edge-api/db/client.ts';
import { flagColumn, parseFirst } from '#edge-api/db/rows.ts';
import { sceneResolutionSchema } from '#shared/entities/scene.ts';
import { LIVE_JOB } from './jobs.ts';
import { releaseMedia } from './media.ts';
import { noteTake } from './takes.ts';

const statusSchema = z.enum(['pending', 'generating', 'complete', 'failed']);

const earlierSegmentSchema = z.object({
  id: z.string(),
  status: statusSchema,
  sha256: z.string().nullable(),
  isLive: flagColumn,
  seconds: z.number().nullable(),
  upstreamId: z.string().nullable(),
  fileId: z.string().nullable(),
  madeAtMs: z.number().int().nullable(),
  model: z.string().nullable(),
  keyMark: z.string().nullable(),
  resolution: sceneResolutionSchema.nullable(),
  /** The seconds that were asked for, and whether those continue an earlier clip. */
  askedSeconds: z.number().nullable(),
  isContinued: flagColumn.nullable(),
});
/** A segment, and how upstream knows its clip: its names, what was asked for, the mark of the key that made it, and when it was stored. */
export type EarlierSegment = z.infer<typeof earlierSegmentSchema>;

/** The segment that an extension goes on from; null when it was deleted. */
export async function findEarlierSegment(
  db: Db,
  extension: { parentSceneId: string; extensionIndex: number },
): Promise<EarlierSegment | null> {
  const result = await db.execute({
    sql: `select s.id, s.status, s.sha256, s.frame_count * 1.0 * s.fps_den / s.fps_num as seconds,
        exists (select 1 from jobs l where l.scene_id = s.id and l.kind = 'clip' and l.${LIVE_JOB}) as isLive,
        j.upstream_id as upstreamId, j.file_id as fileId, j.updated_at_ms as madeAtMs,
        json_extract(j.params, '$.request.model') as model, json_extract(j.params, '$.keyMark') as keyMark,
        json_extract(j.params, '$.request.resolution') as resolution,
        json_extract(j.params, '$.request.durationSeconds') as askedSeconds,
        json_extract(j.params, '$.extend') is not null as isContinued
      from scenes s left join jobs j on j.id = (select d.id from jobs d where d.scene_id = s.id and d.state = 'done'
        and d.file_id is not null and coalesce(d.clip_sha256, s.sha256) = s.sha256 order by d.created_at_ms desc, d.rowid desc limit 1)
      where s.deleted_at_ms is null and (s.parent_scene_id = :parentSceneId or s.id = :parentSceneId)
        and coalesce(s.extension_index, 0) < :extensionIndex
      order by coalesce(s.extension_index, 0) desc limit 1`,
    args: extension,
  });
  return parseFirst(earlierSegmentSchema, result);
}

/** Gives an extension that its model can't make the clip of the segment before it, so that its scene is whole. */
export function takeEarlierClip(clip: {
  sceneId: string;
  earlierId: string;
  note: string;
  nowMs: number;
}): Statement[] {
  return [
    noteTake({ sceneId: clip.sceneId, sha256: null, nowMs: clip.nowMs }),
    releaseMedia(clip.sceneId, clip.nowMs),
    {
      sql: `update scenes set status = 'complete', error_message = null, answer_lost = 0, note = :note, updated_at_ms = :nowMs,
          (video_url, thumbnail_url, sha256, media_bytes, width, height, fps_num, fps_den, frame_count, has_audio, is_demo) =
          (select e.video_url, e.thumbnail_url, e.sha256, e.media_bytes, e.width, e.height, e.fps_num, e.fps_den, e.frame_count, e.has_audio, e.is_demo
            from scenes e where e.id = :earlierId)
        where id = :sceneId`,
      args: clip,
    },
  ];
}
