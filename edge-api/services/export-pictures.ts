/** Pictures of texts that a page draws for an export: it knows every script and font of its device. */
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#edge-api/db/client.ts';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { exportPictureBytes, keepExportPictures, putExportPicture } from '#edge-api/repos/export-pictures.ts';
import { sha256Hex } from './digest.ts';
import { dropUnnamedBlobs } from './held-store.ts';
import { pictureType } from './picture-type.ts';
import { exportWords } from './words.ts';

type PictureDeps = { db: Db; mediaStore: MediaStore; now(): number };

/** Width and height of a PNG follow its signature and the head of its first chunk (PNG 5.2, 11.2.1). */
const PNG_SIZE_AT = 16;

/** Until when a picture is kept that is sent or used now. */
export function pictureExpiry(nowMs: number): number {
  return nowMs + limits.exportHours * 3_600_000;
}

/** Which pictures a person has not sent yet. The others are kept for another day. */
export async function missingPictures(deps: PictureDeps, userId: string, hashes: readonly string[]): Promise<string[]> {
  const kept = await keepExportPictures(deps.db, userId, hashes, pictureExpiry(deps.now()));
  return Array.from(new Set(hashes)).filter((sha256) => !kept.has(sha256));
}

/**
 * Keeps a picture for a day.
 * @throws AppError `invalid_input` when it is no PNG, is larger than a movie, or has another hash; `too_large`
 */
export async function keepPicture(
  deps: PictureDeps,
  userId: string,
  sha256: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  if (bytes.byteLength > limits.exportPictureBytes) throw new AppError('too_large', exportWords.pictureTooLarge);
  requirePng(bytes);
  if ((await sha256Hex(bytes)) !== sha256) throw new AppError('invalid_input', exportWords.pictureHash);
  const used = await exportPictureBytes(deps.db, userId);
  if (used + bytes.byteLength > limits.exportPicturesBytes)
    throw new AppError('too_large', exportWords.picturesTooLarge);
  const picture = { userId, sha256, sizeBytes: bytes.byteLength, expiresAtMs: pictureExpiry(deps.now()) };
  await deps.mediaStore.put(new Blob([bytes]).stream(), { maxBytes: limits.exportPictureBytes });
  try {
    await deps.db.execute(putExportPicture(picture));
  } catch (error) {
    await dropUnnamedBlobs(deps, [sha256]);
    throw error;
  }
}

function requirePng(bytes: Uint8Array<ArrayBuffer>): void {
  if (pictureType(bytes) !== 'image/png' || bytes.byteLength < PNG_SIZE_AT + 8)
    throw new AppError('invalid_input', exportWords.pictureType);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const sides = [view.getUint32(PNG_SIZE_AT), view.getUint32(PNG_SIZE_AT + 4)];
  if (sides.some((side) => side < 1 || side > limits.exportPictureSide))
    throw new AppError('invalid_input', exportWords.pictureSide);
}
