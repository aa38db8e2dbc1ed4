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

/** Takes a few milliseconds to parse, so that no drawing waits for it. */
const PIECE_ROWS = 100;

/**
 * Moves rows that can't be read into `quarantine`, and notes that this version has looked. In pieces, each a transaction of
 * its own: a page that is closed meanwhile begins again, and finds less.
 * @param at milliseconds since the epoch
 */
export async function checkTables(db: StoryreelDb, at: number): Promise<void> {
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
}

async function checkTable<Row, Key, Insert>(
  db: StoryreelDb,
  table: Table<Row, Key, Insert>,
  schema: z.ZodType<Row>,
  at: number,
): Promise<void> {
  const keys = await table.toCollection().primaryKeys();
  for (let start = 0; start < keys.length; start += PIECE_ROWS)
    await checkPiece(db, table, schema, keys.slice(start, start + PIECE_ROWS), at);
}

/** Writes only where a row can't be read: what the person does meanwhile seldom waits. */
async function checkPiece<Row, Key, Insert>(
  db: StoryreelDb,
  table: Table<Row, Key, Insert>,
  schema: z.ZodType<Row>,
  keys: Key[],
  at: number,
): Promise<void> {
  const rows = await table.bulkGet(keys);
  const unread = keys.filter((_, index) => rows[index] !== undefined && !schema.safeParse(rows[index]).success);
  if (unread.length === 0) return;
  await db.transaction('rw', table, db.quarantine, async () => {
    for (const key of unread) {
      const row = await table.get(key);
      const { success, error } = schema.safeParse(row);
      if (row === undefined || success) continue;
      await db.quarantine.add({ table: table.name, row, reason: z.prettifyError(error), at });
      await table.delete(key);
    }
  });
}
