/** Projects that the server lacks, though nobody is known to have deleted them: all that is left of them is here. */
import { z } from 'zod';
import type { StoryreelDb } from '../db.ts';
import { readMeta, writeMeta } from './meta.ts';

const KEY = 'missing-projects';
const idsSchema = z.array(z.string());

/** Their ids, without those that are no longer here either. */
export async function readMissing(db: StoryreelDb): Promise<string[]> {
  const ids = await readMeta(db, KEY, idsSchema, []);
  return ids.length === 0 ? ids : db.projects.where('id').anyOf(ids).primaryKeys();
}

/** Writes only what is new, so that nobody is woken for nothing. Runs inside a transaction of its caller, with `meta`. */
export async function noteMissing(
  db: StoryreelDb,
  { missing = [], found = [] }: { missing?: readonly string[]; found?: readonly string[] },
): Promise<void> {
  const before = await readMeta(db, KEY, idsSchema, []);
  const after = [...new Set([...before, ...missing])].filter((id) => !found.includes(id));
  if (after.length !== before.length || missing.some((id) => !before.includes(id))) await writeMeta(db, KEY, after);
}
