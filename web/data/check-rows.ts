/** Reads every row through its schema once after the shape of rows has changed, so that the rest may trust what it reads. */
import type { Table } from 'dexie';
import { z } from 'zod';
import { SCHEMA_VERSION, type StoryreelDb } from './db.ts';
import { readMeta, writeMeta } from './tables/meta.ts';
import {
  baseRowSchema,
  buriedRowSchema,
  clipFactsRowSchema,
  clipRowSchema,
  exportRowSchema,
  historyRowSchema,
  outboxRowSchema,
  projectRowSchema,
  sceneRowSchema,
  userRowSchema,
} from './tables/rows.ts';

const CHECKED_VERSION = 'checkedSchemaVersion';

/**
 * Rows that can't be read are moved into `quarantine`: kept, but out of the way. Does nothing when this version has
 * looked before. @param at milliseconds since the epoch
 */
export async function checkRows(db: StoryreelDb, at: number): Promise<void> {
  if ((await readMeta(db, CHECKED_VERSION, z.number(), 0)) >= SCHEMA_VERSION) return;
  await db.transaction('rw', db.tables, async () => {
    await checkTable(db, db.users, userRowSchema, at);
    await checkTable(db, db.projects, projectRowSchema, at);
    await checkTable(db, db.scenes, sceneRowSchema, at);
    await checkTable(db, db.buried, buriedRowSchema, at);
    await checkTable(db, db.bases, baseRowSchema, at);
    await checkTable(db, db.outbox, outboxRowSchema, at);
    await checkTable(db, db.history, historyRowSchema, at);
    await checkTable(db, db.clips, clipRowSchema, at);
    await checkTable(db, db.clipFacts, clipFactsRowSchema, at);
    await checkTable(db, db.exports, exportRowSchema, at);
    await writeMeta(db, CHECKED_VERSION, SCHEMA_VERSION);
  });
}

async function checkTable<Row, Key, Insert>(
  db: StoryreelDb,
  table: Table<Row, Key, Insert>,
  schema: z.ZodType<Row>,
  at: number,
): Promise<void> {
  const [keys, rows] = await Promise.all([table.toCollection().primaryKeys(), table.toArray()]);
  for (const [index, row] of rows.entries()) {
    const parsed = schema.safeParse(row);
    const key = keys[index];
    if (parsed.success || key === undefined) continue;
    await db.quarantine.add({ table: table.name, row, reason: z.prettifyError(parsed.error), at });
    await table.delete(key);
  }
}
