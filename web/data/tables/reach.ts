/** Whether the server can be reached, as the last call told. Kept in the database, so that every tab says the same. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const reachSchema = z.enum(['online', 'offline', 'signed-out']);
export type Reach = z.infer<typeof reachSchema>;

const REACH = 'reach';

export function readReach(db: StoryreelDb): Promise<Reach> {
  return readMeta(db, REACH, reachSchema, 'online');
}

/** Writes only what is new, so that nobody is woken for nothing. */
export async function writeReach(db: StoryreelDb, reach: Reach): Promise<void> {
  if ((await readReach(db)) !== reach) await writeMeta(db, REACH, reach);
}

/** Somebody is signed in again, or still: what was told about the one before no longer holds. */
export async function endSignedOut(db: StoryreelDb): Promise<void> {
  if ((await readReach(db)) === 'signed-out') await writeMeta(db, REACH, 'online');
}
