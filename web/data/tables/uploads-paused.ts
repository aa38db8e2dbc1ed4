/** Whether the person has paused uploads on this device. Apart from the files, as the first screen needs it without them. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const PAUSED = 'uploadsPaused';

export function readUploadsPaused(db: StoryreelDb): Promise<boolean> {
  return readMeta(db, PAUSED, z.boolean(), false);
}

export async function pauseUploads(db: StoryreelDb, isPaused: boolean): Promise<void> {
  await writeMeta(db, PAUSED, isPaused);
}
