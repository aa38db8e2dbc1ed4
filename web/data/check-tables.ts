/** Reads the rows of every table through their schemas. Loaded only when there is something to check: the schemas are many. */
import type { Table } from 'dexie';
import { z } from 'zod';
import { CHECKED_VERSION, SCHEMA_VERSION, type StoryreelDb } from './db.ts';
import { writeMeta } from './tables/meta.ts';
import {
  baseRowSchema,
  tombstoneRowSchema,
  clipRowSchema,
  exportRowSchema,
  historyPullRowSchema,
  historyRowSchema,
  ownFileRowSchema,
  outboxRowSchema,
  projectRowSchema,
  pulledHistoryRowSchema,
  sceneRowSchema,
  userRowSchema,
  versionRowSchema,
} from './tables/rows.ts';

/**
 * Moves rows that can't be read into `quarantine`, and notes that this version has looked.
 * @param at milliseconds since the epoch
 */
export async function checkTables(db: StoryreelDb, at: number): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await checkTable(db, db.users, userRowSchema, at);
    await checkTable(db, db.projects, projectRowSchema, at);
    await checkTable(db, db.scenes, sceneRowSchema, at);
    await checkTable(db, db.tombstones, tombstoneRowSchema, at);
    await checkTable(db, db.bases, baseRowSchema, at);
    await checkTable(db, db.outbox, outboxRowSchema, at);
    await checkTable(db, db.history, historyRowSchema, at);
    await checkTable(db, db.pulledHistory, pulledHistoryRowSchema, at);
    await checkTable(db, db.historyPulls, historyPullRowSchema, at);
    await checkTable(db, db.clips, clipRowSchema, at);
    await checkTable(db, db.ownFiles, ownFileRowSchema, at);
    await checkTable(db, db.exports, exportRowSchema, at);
    await checkTable(db, db.versions, versionRowSchema, at);
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
