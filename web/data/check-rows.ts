/** Reads every row through its schema once after the shape of rows has changed, so that the rest may trust what it reads. */
import { z } from 'zod';
import { CHECKED_VERSION, SCHEMA_VERSION, type StoryreelDb } from './db.ts';
import { readMeta } from './tables/meta.ts';

/**
 * Rows that can't be read are moved into `quarantine`: kept, but out of the way. Does nothing when this version has
 * looked before. @param at milliseconds since the epoch
 */
export async function checkRows(db: StoryreelDb, at: number): Promise<void> {
  if ((await readMeta(db, CHECKED_VERSION, z.number(), 0)) >= SCHEMA_VERSION) return;
  const { checkTables } = await import('./check-tables.ts');
  await checkTables(db, at);
}
