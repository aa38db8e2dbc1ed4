/** Stored clips and their frames: who may see them, and how they are kept. */
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import { ownFileName } from '#shared/own-files/file-name.ts';
import { sceneFileName } from '#shared/rules/file-names.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import {
  BlobMissingError,
  type ByteRange,
  type MediaStore,
  type StoredBlob,
} from '#edge-api/providers/media-store/port.ts';
import type { Db } from '#edge-api/db/client.ts';
import type { Deps } from '#edge-api/deps.ts';
import { setPoster } from '#edge-api/repos/generated-scenes.ts';
import { wakeWaitingForClip } from '#edge-api/repos/jobs.ts';
import {
  blobNames,
  endExpiredHolds,
  findFrame,
  findSceneProject,
  findVisibleMedia,
  forgetUnheldMedia,
  putFrame,
  selectFrameBlob,
  type FramePlace,
  type HeldMedia,
  type Picture,
} from '#edge-api/repos/media.ts';
import { endOldTakes } from '#edge-api/repos/takes.ts';
import { findOwnPicture, forgetUnshownPictures } from '#edge-api/repos/pictures.ts';
import { findOwnFile, findPublicSound } from '#edge-api/repos/own-files.ts';
import { listScenes } from '#edge-api/repos/scenes.ts';
import type { Spending } from './call-budget.ts';
import { dropUnnamedBlobs } from './held-store.ts';
import { requireRoomForFrame, type QuotaDeps } from './quotas.ts';
import { pictureSize } from '#shared/own-files/picture-size.ts';
import { pictureType } from './picture-type.ts';
import { mediaWords } from './words.ts';

export type MediaDeps = { db: Db; mediaStore: MediaStore; now(): number };

/** A stored blob as a source that is read by ranges. */
export function storedSource(store: MediaStore, blob: StoredBlob): ByteSource {
  return {
    sizeBytes: blob.sizeBytes,
    read: async (start, end) =>
      new Uint8Array(await new Response(await store.read(blob.sha256, { start, end })).arrayBuffer()),
  };
}

/**
 * A clip that this person may see: their own, or one of a public project.
 * @param userId null for a visitor
 * @throws AppError `not_found`, also for someone else's
 */
export async function visibleMedia(deps: MediaDeps, userId: string | null, sha256: string): Promise<HeldMedia> {
  const media = await findVisibleMedia(deps.db, userId, sha256);
  if (media === null) throw noSuchMedia();
  return media;
}

/**
 * The file for `/api/media/{id}`: an own file, music of a public project, a clip that this person may see, or a portrait of their own characters.
 * @throws AppError `not_found`, also for someone else's
 */
export async function visibleFile(
  deps: MediaDeps,
  userId: string | null,
  sha256: string,
): Promise<{ sha256: string; sizeBytes: number; contentType: string; fileName: string | null }> {
  const own = userId === null ? null : await findOwnFile(deps.db, userId, sha256);
  if (own !== null) return { sha256, sizeBytes: own.sizeBytes, contentType: own.type, fileName: ownFileName(own) };
  const portrait = userId === null ? null : await findOwnPicture(deps.db, userId, sha256);
  if (portrait !== null) return { ...portrait, fileName: null };
  const clip = await findVisibleMedia(deps.db, userId, sha256);
  if (clip !== null) return { ...clip, fileName: null };
  const sound = await findPublicSound(deps.db, sha256);
  if (sound === null) throw noSuchMedia();
  return { sha256, sizeBytes: sound.sizeBytes, contentType: sound.type, fileName: null };
}

/** A frame of a clip that this person may see. @throws AppError `not_found` */
export async function visibleFrame(
  deps: MediaDeps,
  userId: string | null,
  sha256: string,
  place: FramePlace,
): Promise<Picture> {
  const media = await visibleMedia(deps, userId, sha256);
  const frame = await findFrame(deps.db, sha256, place, media.holderId);
  if (frame === null) throw new AppError('not_found', mediaWords.noFrame);
  return frame;
}

/**
 * Stores a frame that the owner's browser extracted. A first frame becomes the poster of the person's scenes; scenes
 * waiting for a frame are checked.
 * @throws AppError `not_found`, `too_large`, or `quota_reached`, or `invalid_input` when it is neither JPEG nor
 * WebP, or too many pixels wide or high
 */
export async function keepFrame(
  deps: MediaDeps & QuotaDeps & Pick<Deps, 'wakeJobs'>,
  userId: string,
  sha256: string,
  place: FramePlace,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const media = await visibleMedia(deps, userId, sha256);
  if (media.holderId !== userId) throw noSuchMedia();
  if (bytes.byteLength > limits.frameBytes) throw new AppError('too_large', mediaWords.frameTooLarge);
  const contentType = pictureType(bytes);
  if (contentType !== 'image/jpeg' && contentType !== 'image/webp')
    throw new AppError('invalid_input', mediaWords.frameType);
  const size = pictureSize(bytes);
  if (size === null) throw new AppError('invalid_input', mediaWords.frameType);
  if (Math.max(size.width, size.height) > limits.frameSide) throw new AppError('invalid_input', mediaWords.frameSide);
  await requireRoomForFrame(deps, userId);
  const blob = await deps.mediaStore.put(new Blob([bytes]).stream(), { maxBytes: limits.frameBytes });
  const nowMs = deps.now();
  const frame = putFrame({
    sha256,
    place,
    userId,
    blobSha256: blob.sha256,
    contentType,
    sizeBytes: blob.sizeBytes,
    nowMs,
  });
  const poster = place === 'first' ? [setPoster({ userId, sha256, nowMs })] : [];
  try {
    const follows = [...poster, wakeWaitingForClip(userId, sha256)];
    const [before] = await deps.db.batch([selectFrameBlob(sha256, place, userId), frame, ...follows], 'write');
    deps.wakeJobs(userId);
    await dropUnnamedBlobs(deps, before === undefined ? [] : blobNames(before));
  } catch (error) {
    await dropUnnamedBlobs(deps, [blob.sha256]);
    throw error;
  }
}

/**
 * A range of a file that a row names.
 * @throws AppError `not_found` when the file is missing, as after restoring a backup without its media
 */
export async function readStored(
  deps: Pick<Deps, 'mediaStore' | 'log'>,
  sha256: string,
  range: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  try {
    return await deps.mediaStore.read(sha256, range);
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    deps.log.error('file_missing', { sha256 });
    throw new AppError('not_found', mediaWords.fileGone);
  }
}

/** The clip of a person's scene and the name to save it under. @throws AppError `not_found` */
export async function sceneDownload(
  deps: MediaDeps,
  userId: string,
  sceneId: string,
): Promise<{ media: HeldMedia; fileName: string }> {
  const project = await findSceneProject(deps.db, userId, sceneId);
  const scenes = project === null ? [] : await listScenes(deps.db, project.projectId);
  const scene = scenes.find(({ id }) => id === sceneId);
  if (project === null || scene === undefined) throw new AppError('not_found', mediaWords.noScene);
  const { sha256 } = playedSegment(scene, scenes);
  if (sha256 === null) throw new AppError('not_found', mediaWords.noVideo);
  return {
    media: await visibleMedia(deps, userId, sha256),
    fileName: sceneFileName(project.title, scene.sceneNumber),
  };
}

/** A file this new may not have its row yet. */
const NEW_MEDIA_MS = 60 * 60 * 1000;
const SWEEP_LIMIT = 200;

/** Removes files whose rows nobody holds, in steps, until none is left. @returns how many */
export async function sweepMedia(deps: MediaDeps & Spending): Promise<number> {
  const nowMs = deps.now();
  await deps.db.batch([endOldTakes(nowMs), endExpiredHolds(nowMs)], 'write');
  let count = 0;
  for (const forget of [forgetUnheldMedia, forgetUnshownPictures]) {
    while (!deps.isSpent?.()) {
      const blobs = await forget(deps.db, nowMs - NEW_MEDIA_MS, SWEEP_LIMIT);
      await dropUnnamedBlobs(deps, blobs);
      count += blobs.length;
      if (blobs.length === 0) break;
    }
  }
  return count;
}

function noSuchMedia(): AppError {
  return new AppError('not_found', mediaWords.notFound);
}
