/** What a person may have on the server. A clip that was asked for, and so may be paid for, is always saved. */
import type { z } from 'zod';
import type { storageReply } from '#shared/api/users.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Db } from '#edge-api/db/client.ts';
import { countRows, findUsage } from '#edge-api/repos/usage.ts';
import { quotaWords as words } from './words.ts';

export type Quotas = { projects: number; scenes: number; bytes: number };
export type QuotaDeps = { db: Db; quotas: Quotas };

/** @param storageLimitMb as configured */
export function quotasOf({ storageLimitMb }: { storageLimitMb: number }): Quotas {
  return { projects: limits.projectsPerPerson, scenes: limits.scenesPerPerson, bytes: storageLimitMb * 1_000_000 };
}

/**
 * What is deleted can be restored for thirty days, so it stays on the disk. It may take as much as the rest: then
 * deleting makes room at once, and yet nobody fills the disk by deleting.
 */
const KEPT_FACTOR = 2;

export async function storageOf({ db, quotas }: QuotaDeps, userId: string): Promise<z.infer<typeof storageReply>> {
  const { projects, scenes, bytes } = await findUsage(db, userId);
  return {
    ...{ bytes, bytesLimit: quotas.bytes },
    ...{ projects, projectsLimit: quotas.projects },
    ...{ scenes, scenesLimit: quotas.scenes },
  };
}

/** @throws AppError `quota_reached` */
export async function requireRoomForProject({ db, quotas }: QuotaDeps, userId: string): Promise<void> {
  const { living, kept } = await countRows(db, userId, 'projects');
  if (living >= quotas.projects) throw new AppError('quota_reached', words.projects({ limit: quotas.projects }));
  if (kept >= KEPT_FACTOR * quotas.projects) throw new AppError('quota_reached', words.keptProjects);
}

/** @throws AppError `quota_reached` */
export async function requireRoomForScene({ db, quotas }: QuotaDeps, userId: string): Promise<void> {
  const { living, kept } = await countRows(db, userId, 'scenes');
  if (living >= quotas.scenes) throw new AppError('quota_reached', words.scenes({ limit: quotas.scenes }));
  if (kept >= KEPT_FACTOR * quotas.scenes) throw new AppError('quota_reached', words.keptScenes);
}

/** @param file `comingBytes` are those of other files on their way. @throws AppError `quota_reached` */
export async function requireRoomForFile(
  { db, quotas }: QuotaDeps,
  userId: string,
  { name, sizeBytes, comingBytes }: { name: string; sizeBytes: number; comingBytes: number },
): Promise<void> {
  const { bytes, keptBytes } = await findUsage(db, userId);
  const usedBytes = bytes + comingBytes;
  if (usedBytes + sizeBytes > quotas.bytes)
    throw new AppError('quota_reached', words.file({ name, sizeBytes, usedBytes, limitBytes: quotas.bytes }));
  if (keptBytes + sizeBytes > KEPT_FACTOR * quotas.bytes) throw new AppError('quota_reached', words.keptBytes);
}

/**
 * Before a frame of a clip is stored. A clip that was paid for may be over the limit, and its frames with it, so they are
 * refused only far beyond. @throws AppError `quota_reached`
 */
export async function requireRoomForFrame({ db, quotas }: QuotaDeps, userId: string): Promise<void> {
  const { bytes, keptBytes } = await findUsage(db, userId);
  if (keptBytes >= KEPT_FACTOR * quotas.bytes)
    throw new AppError('quota_reached', words.bytes({ usedBytes: bytes, limitBytes: quotas.bytes }));
}

/** Before anything begins that brings bytes. @throws AppError `quota_reached` */
export async function requireRoomForBytes({ db, quotas }: QuotaDeps, userId: string): Promise<void> {
  const { bytes, keptBytes } = await findUsage(db, userId);
  if (bytes >= quotas.bytes)
    throw new AppError('quota_reached', words.bytes({ usedBytes: bytes, limitBytes: quotas.bytes }));
  if (keptBytes >= KEPT_FACTOR * quotas.bytes) throw new AppError('quota_reached', words.keptBytes);
}
