/** How a person likes to work: kept on this device, for each person who signs in on it. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const KEYS_MAX = 4;
const KEY_LENGTH_MAX = 40;

/** What can’t be read is as if it was never chosen. */
export const preferencesSchema = z.object({
  /** How the timeline shows the movie. */
  timelineView: z.enum(['lanes', 'list']).default('lanes').catch('lanes'),
  /** By command, the keys that it has in place of its own; none where it was left without one. */
  keys: z
    .record(z.string(), z.array(z.string().max(KEY_LENGTH_MAX)).max(KEYS_MAX))
    .default({})
    .catch({}),
});
export type Preferences = z.infer<typeof preferencesSchema>;

export const NO_PREFERENCES: Preferences = preferencesSchema.parse({});

export function readPreferences(db: StoryreelDb, userId: string): Promise<Preferences> {
  return readMeta(db, nameOf(userId), preferencesSchema, NO_PREFERENCES);
}

export async function changePreferences(db: StoryreelDb, userId: string, patch: Partial<Preferences>): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await writeMeta(db, nameOf(userId), { ...(await readPreferences(db, userId)), ...patch });
  });
}

function nameOf(userId: string): string {
  return `preferences:${userId}`;
}
