/** First and last frames of stored clips: those that come with the clip, else those that this host can extract. */
import { limits } from '#shared/limits.ts';
import type { Db, Statement } from '#edge-api/db/client.ts';
import type { Log } from '#edge-api/log.ts';
import type { FrameTaker } from '#edge-api/providers/frame-taker/port.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { setPoster } from '#edge-api/repos/generated-scenes.ts';
import { findClipSeconds, putFrame, type FramePlace, type Picture } from '#edge-api/repos/media.ts';
import { dropUnnamedBlobs } from './held-store.ts';
import { pictureType } from './picture-type.ts';

export type ClipFrameDeps = {
  db: Db;
  mediaStore: MediaStore;
  frameTaker: FrameTaker;
  now(): number;
  log: Log;
};

type Frames = { first: Uint8Array; last: Uint8Array };

/** The frames of a stored clip; null if this host can't extract them, which is logged if it should have. */
export async function takeFrames(
  deps: Pick<ClipFrameDeps, 'mediaStore' | 'frameTaker' | 'log'>,
  clip: { sha256: string; durationSeconds: number },
  signal: AbortSignal,
): Promise<Frames | null> {
  const { sha256, durationSeconds } = clip;
  try {
    return await deps.frameTaker.take({ body: await deps.mediaStore.read(sha256), durationSeconds }, signal);
  } catch (error) {
    deps.log.warn('frames_not_taken', { sha256, error });
    return null;
  }
}

/** The rows to write and the blobs that they name. */
export type KeptFrames = Record<FramePlace, Picture> & { rows: Statement[]; blobs: string[] };

/** Stores a clip's frames like any other file. The rows name them as public. */
export async function storeFrames(
  deps: Pick<ClipFrameDeps, 'mediaStore' | 'now'>,
  sha256: string,
  frames: Frames,
): Promise<KeptFrames> {
  const keep = async (place: FramePlace): Promise<Picture> => {
    const contentType = pictureType(frames[place]);
    if (contentType === null) throw new Error(`The ${place} picture is neither JPEG nor WebP.`);
    const body = new Blob([new Uint8Array(frames[place])]).stream();
    const blob = await deps.mediaStore.put(body, { maxBytes: limits.frameBytes });
    return { blobSha256: blob.sha256, contentType, sizeBytes: blob.sizeBytes };
  };
  const [first, last] = await Promise.all([keep('first'), keep('last')]);
  const row = (place: FramePlace, picture: Picture): Statement =>
    putFrame({ ...picture, sha256, place, userId: null, nowMs: deps.now() });
  return { first, last, rows: [row('first', first), row('last', last)], blobs: [first.blobSha256, last.blobSha256] };
}

/**
 * Extracts both frames of a clip that has none; the first becomes the poster of the person's scenes. Null if this host
 * can't.
 */
export async function bringFrame(
  deps: ClipFrameDeps,
  wanted: { userId: string; sha256: string; place: FramePlace },
  signal: AbortSignal,
): Promise<Picture | null> {
  const { userId, sha256, place } = wanted;
  const durationSeconds = await findClipSeconds(deps.db, sha256);
  const frames = durationSeconds === null ? null : await takeFrames(deps, { sha256, durationSeconds }, signal);
  if (frames === null) return null;
  const kept = await storeFrames(deps, sha256, frames);
  try {
    await deps.db.batch([...kept.rows, setPoster({ userId, sha256, nowMs: deps.now() })], 'write');
  } catch (error) {
    await dropUnnamedBlobs(deps, kept.blobs);
    throw error;
  }
  return kept[place];
}
