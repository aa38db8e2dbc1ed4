/** Which projects' clips are to be on this device, and whether downloads pause. All are, unless the person says otherwise. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const NOT_KEPT = 'notKeptOffline';
const PAUSED = 'clipFetchPaused';

/** Ids of projects whose clips are downloaded only when something needs them. */
export async function readNotKept(db: StoryreelDb): Promise<ReadonlySet<string>> {
  return new Set(await readMeta(db, NOT_KEPT, z.array(z.string()), []));
}

export function keepOffline(db: StoryreelDb, projectId: string, isKept: boolean): Promise<void> {
  return db.transaction('rw', db.meta, async () => {
    const others = [...(await readNotKept(db))].filter((id) => id !== projectId);
    await writeMeta(db, NOT_KEPT, isKept ? others : [...others, projectId]);
  });
}

export function readIsPaused(db: StoryreelDb): Promise<boolean> {
  return readMeta(db, PAUSED, z.boolean(), false);
}

export async function pauseDownloads(db: StoryreelDb, isPaused: boolean): Promise<void> {
  await writeMeta(db, PAUSED, isPaused);
}
