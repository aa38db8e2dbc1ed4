/** How large own files may be, and how they are sent. */
import type { OwnFileKind } from '../entities/own-file.ts';
import { limits } from '../limits.ts';

export const ownFileBytes: Readonly<Record<OwnFileKind, number>> = {
  clip: limits.ownClipBytes,
  picture: limits.ownPictureBytes,
  sound: limits.ownSoundBytes,
};

/** How many parts a file has. */
export function partCount(sizeBytes: number): number {
  return Math.ceil(sizeBytes / limits.uploadPartBytes);
}

/** The bytes of a part, numbered from 1; null where there is no such part. */
export function partRange(sizeBytes: number, number: number): { start: number; end: number } | null {
  if (!Number.isInteger(number) || number < 1 || number > partCount(sizeBytes)) return null;
  const start = (number - 1) * limits.uploadPartBytes;
  return { start, end: Math.min(sizeBytes, start + limits.uploadPartBytes) };
}
