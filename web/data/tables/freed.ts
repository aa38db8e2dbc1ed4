/** How often somebody made room on this device: told to every tab, as the one that downloads may be another. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const FREED = 'timesFreed';

export function readTimesFreed(db: StoryreelDb): Promise<number> {
  return readMeta(db, FREED, z.number(), 0);
}

export function noteFreed(db: StoryreelDb): Promise<void> {
  return db.transaction('rw', db.meta, async () => writeMeta(db, FREED, (await readTimesFreed(db)) + 1));
}
