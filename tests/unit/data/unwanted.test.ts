/** What was opened or made here without an account: kept for a week, or until it is imported. */
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import {
  NOBODY,
  readOpenedClips,
  readOpenedFile,
  rememberOpenedClips,
  rememberOpenedFile,
} from '#data/tables/opened-file.ts';
import { forgetUnwanted } from '#data/unwanted.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { removeUnusedClips } from '#sync/clip-downloads.ts';
import { exportRow } from '#tests/helpers/export-row.ts';
import { testHash, testId } from '#tests/helpers/rows.ts';
import { randomSavedProject } from '#tests/helpers/saved-project.ts';

const NAME = 'unwanted';
const WEEK_MS = 7 * 86_400_000;
const OPENED_AT = Date.UTC(2026, 5, 1);
let db: StoryreelDb;
let removed: string[];
const remove = async (name: string): Promise<void> => void removed.push(name);
beforeEach(() => {
  db = new StoryreelDb(NAME);
  removed = [];
});
afterEach(async () => {
  db.close();
  await Dexie.delete(NAME);
});

const clip = testHash(1);
async function open(isWanted: boolean): Promise<void> {
  await rememberOpenedClips(db, [clip]);
  await db.clips.put({ sha256: clip, sizeBytes: 1, storedAt: OPENED_AT });
  const id = uuidv7(OPENED_AT, new Uint8Array(10));
  await rememberOpenedFile(db, { id, document: (await randomSavedProject(1)).document, isWanted });
}
async function free(atMs: number): Promise<void> {
  await forgetUnwanted(db, { remove }, atMs);
  await removeUnusedClips(db, { remove });
}

test('a file that nobody imported is freed a week later, with its clips', async () => {
  await open(false);
  await free(OPENED_AT + WEEK_MS);
  expect([removed, (await readOpenedFile(db))?.isWanted]).toEqual([[], false]);
  await free(OPENED_AT + WEEK_MS + 1);
  expect([removed, await readOpenedFile(db), (await readOpenedClips(db)).size]).toEqual([[clip], null, 0]);
});

test('one that is to be imported stays until somebody signs in', async () => {
  await open(true);
  await free(OPENED_AT + 9 * WEEK_MS);
  expect([removed, (await readOpenedFile(db))?.isWanted]).toEqual([[], true]);
});

test('clips of a file that was opened before this one, or given up half-way, go as well', async () => {
  await open(false);
  await rememberOpenedClips(db, [testHash(2)]);
  await free(OPENED_AT + 1);
  expect(removed).toEqual([clip]);
});

test('movies that nobody signed in for go a week after they were made, and those of people stay', async () => {
  const movie = { status: 'complete' as const, createdAt: OPENED_AT };
  await db.exports.bulkAdd([
    exportRow(1, { ...movie, userId: NOBODY, storedName: '1.mp4' }),
    exportRow(2, movie),
    exportRow(3, { ...movie, userId: NOBODY, createdAt: OPENED_AT + 2 }),
  ]);
  await free(OPENED_AT + WEEK_MS + 1);
  expect([removed, await db.exports.toCollection().primaryKeys()]).toEqual([['1.mp4'], [testId(2), testId(3)]]);
});
