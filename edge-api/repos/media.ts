/** Stored files, who holds them, and their pictures. */
import { z } from 'zod';
import type { Db, ResultSet, Statement } from '#edge-api/db/client.ts';
import { parseFirst, parseRows } from '#edge-api/db/rows.ts';
import type { MediaFacts } from '#shared/entities/media-facts.ts';
import { TAKE_KEPT_MS } from './takes.ts';

export type FramePlace = 'first' | 'last';
export type Picture = { blobSha256: string; contentType: string; sizeBytes: number };

export function insertMedia(media: {
  sha256: string;
  sizeBytes: number;
  facts: MediaFacts;
  isDemo: boolean;
  nowMs: number;
  contentType?: string;
}): Statement {
  return {
    sql: `insert into media (sha256, size_bytes, content_type, facts, is_demo, created_at_ms)
      values (:sha256, :sizeBytes, :contentType, :facts, :isDemo, :nowMs) on conflict do nothing`,
    args: {
      ...media,
      contentType: media.contentType ?? 'video/mp4',
      facts: JSON.stringify(media.facts),
      isDemo: media.isDemo ? 1 : 0,
    },
  };
}

/** Lets go of what a scene holds, after a while in which it can be brought back. */
export function releaseMedia(sceneId: string, nowMs: number): Statement {
  return {
    sql: 'update media_refs set held_until_ms = :untilMs where scene_id = :sceneId and held_until_ms is null',
    args: { sceneId, untilMs: nowMs + TAKE_KEPT_MS },
  };
}

/** Lets a scene hold a file for good, and what it held before for a while. */
export function holdMedia(hold: {
  sha256: string;
  sceneId: string;
  projectId: string;
  userId: string;
  nowMs: number;
}): Statement[] {
  return [
    releaseMedia(hold.sceneId, hold.nowMs),
    {
      sql: `insert into media_refs (sha256, scene_id, project_id, user_id, held_until_ms, created_at_ms)
        values (:sha256, :sceneId, :projectId, :userId, null, :nowMs)
        on conflict (sha256, scene_id) do update set held_until_ms = null`,
      args: hold,
    },
  ];
}

const heldMediaSchema = z.object({
  sha256: z.string(),
  sizeBytes: z.number().int(),
  contentType: z.string(),
  holderId: z.string(),
});
/** `holderId` is the person through whose scene the file may be seen. */
export type HeldMedia = z.infer<typeof heldMediaSchema>;

/**
 * A file that somebody may see: its holders, and everybody while a public project plays it. Null for anybody else, and
 * when there is no such file.
 * @param userId null for a visitor
 */
export async function findVisibleMedia(db: Db, userId: string | null, sha256: string): Promise<HeldMedia | null> {
  const columns = 'm.sha256, m.size_bytes as sizeBytes, m.content_type as contentType, r.user_id as holderId';
  const own = await db.execute({
    sql: `select ${columns} from media m join media_refs r on r.sha256 = m.sha256 where m.sha256 = :sha256 and r.user_id = :userId limit 1`,
    args: { sha256, userId },
  });
  if (own.rows.length > 0) return parseFirst(heldMediaSchema, own);
  const open = await db.execute({
    sql: `select ${columns} from media m join media_refs r on r.sha256 = m.sha256
        join scenes s on s.id = r.scene_id join projects p on p.id = s.project_id
      where m.sha256 = :sha256 and s.sha256 = :sha256 and s.deleted_at_ms is null and p.deleted_at_ms is null and p.is_public = 1 limit 1`,
    args: { sha256 },
  });
  return parseFirst(heldMediaSchema, open);
}

const sceneFileSchema = z.object({ projectId: z.string(), title: z.string() });

/** Where a person's scene stands, and the movie's title; null when the scene isn't theirs. */
export async function findSceneProject(
  db: Db,
  userId: string,
  sceneId: string,
): Promise<z.infer<typeof sceneFileSchema> | null> {
  const result = await db.execute({
    sql: `select p.id as projectId, p.title from scenes s join projects p on p.id = s.project_id
      where s.id = :sceneId and s.user_id = :userId and s.deleted_at_ms is null and p.deleted_at_ms is null`,
    args: { userId, sceneId },
  });
  return parseFirst(sceneFileSchema, result);
}

/** @param userId null for a picture that came with the clip and is everybody's */
export function putFrame(
  frame: Picture & { sha256: string; place: FramePlace; userId: string | null; nowMs: number },
): Statement {
  return {
    sql: `insert into frames (sha256, place, user_id, blob_sha256, content_type, size_bytes, created_at_ms)
      values (:sha256, :place, :userId, :blobSha256, :contentType, :sizeBytes, :nowMs)
      on conflict (sha256, place, user_id) do update set
        blob_sha256 = excluded.blob_sha256, content_type = excluded.content_type, size_bytes = excluded.size_bytes`,
    args: { ...frame, userId: frame.userId ?? '' },
  };
}

/** The blob of a person's own picture of a clip, read with `blobNames`. */
export function selectFrameBlob(sha256: string, place: FramePlace, userId: string): Statement {
  return {
    sql: 'select blob_sha256 as sha256 from frames where sha256 = :sha256 and place = :place and user_id = :userId',
    args: { sha256, place, userId },
  };
}

/** A picture of a clip: the one that came with it, else the one of the person through whom it is seen. */
export async function findFrame(db: Db, sha256: string, place: FramePlace, holderId: string): Promise<Picture | null> {
  const result = await db.execute({
    sql: `select blob_sha256 as blobSha256, content_type as contentType, size_bytes as sizeBytes from frames
      where sha256 = :sha256 and place = :place and user_id in ('', :holderId) order by user_id limit 1`,
    args: { sha256, place, holderId },
  });
  return parseFirst(z.object({ blobSha256: z.string(), contentType: z.string(), sizeBytes: z.number().int() }), result);
}

/** Seconds of a stored clip's picture; null when there is no such clip. */
export async function findClipSeconds(db: Db, sha256: string): Promise<number | null> {
  const result = await db.execute({
    sql: `select json_extract(facts, '$.video.durationSeconds') as seconds from media where sha256 = :sha256`,
    args: { sha256 },
  });
  return parseFirst(z.object({ seconds: z.number() }), result)?.seconds ?? null;
}

/** Gives up what was held until now. */
export function endExpiredHolds(nowMs: number): Statement {
  return { sql: 'delete from media_refs where held_until_ms <= :nowMs', args: { nowMs } };
}

/**
 * Takes files that nobody holds, and their pictures, out of the tables.
 * @param beforeMs only files older than this: one that was just stored gets its holder in the next breath
 * @returns the blobs that they named; another row may still name one of them
 */
export async function forgetUnheldMedia(db: Db, beforeMs: number, limit: number): Promise<string[]> {
  const unheld =
    'select sha256 from media where holders = 0 and created_at_ms < :beforeMs order by created_at_ms limit :limit';
  const args = { beforeMs, limit };
  const [pictures, , files] = await db.batch(
    [
      { sql: `select blob_sha256 as sha256 from frames where sha256 in (${unheld})`, args },
      { sql: `delete from frames where sha256 in (${unheld})`, args },
      { sql: `delete from media where sha256 in (${unheld}) returning sha256`, args },
    ],
    'write',
  );
  return [pictures, files].flatMap((set) => (set ? blobNames(set) : []));
}

const namesSchema = z.object({ sha256: z.string() });

/** The blobs that rows name as `sha256`. */
export function blobNames(rows: ResultSet): string[] {
  return parseRows(namesSchema, rows).map((row) => row.sha256);
}
