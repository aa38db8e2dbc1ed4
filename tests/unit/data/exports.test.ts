import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { removeStrayMovies } from '#data/movie-files.ts';
import { exportLockName, failOrphanedExports } from '#data/tables/exports.ts';
import { exportRow } from '#tests/helpers/export-row.ts';
import { testId } from '#tests/helpers/rows.ts';

const NAME = 'exports-of-a-page';
let db: StoryreelDb;

beforeEach(() => {
  db = new StoryreelDb(NAME);
});

afterEach(async () => {
  db.close();
  await Dexie.delete(NAME);
});

const held =
  (...ids: string[]) =>
  async () =>
    new Set(ids.map(exportLockName));

test('an export whose tab is gone is told as failed; one that another tab works on is left alone', async () => {
  await db.exports.bulkAdd([
    exportRow(1),
    exportRow(2, { status: 'pending', phase: 'Waiting for another export' }),
    exportRow(3),
    exportRow(4, { status: 'complete' }),
    exportRow(5, { status: 'complete', keptIn: 'page' }),
    exportRow(6, { status: 'complete', keptIn: 'page' }),
  ]);
  await failOrphanedExports(db, held(testId(3), testId(6)), 77);
  const rows = await db.exports.orderBy('id').toArray();
  expect(rows.map((row) => row.status)).toEqual(['failed', 'failed', 'processing', 'complete', 'failed', 'complete']);
  expect(rows[1]).toMatchObject({
    endedAt: 77,
    phase: null,
    errorMessage: 'The page was closed before the movie was finished. Start the export again.',
  });
  expect(rows[4]?.errorMessage).toBe('The page that held the movie was closed. Start the export again.');
});

test('an export that ends while the locks are asked for keeps its end', async () => {
  await db.exports.add(exportRow(1));
  const readHeldLocks = async (): Promise<ReadonlySet<string>> => {
    await db.exports.update(testId(1), { status: 'complete' });
    return new Set();
  };
  await failOrphanedExports(db, readHeldLocks, 77);
  expect(await db.exports.get(testId(1))).toMatchObject({ status: 'complete', errorMessage: null });
});

test('files that no finished or running export names are removed, but not one that a tab still writes', async () => {
  await db.exports.bulkAdd([
    exportRow(1, { status: 'complete' }),
    exportRow(2),
    exportRow(3, { status: 'failed', errorMessage: 'The page was closed.' }),
  ]);
  const left = new Set([1, 2, 3, 4, 5].map((n) => `${testId(n)}.mp4`));
  const files = { list: async () => [...left], remove: async (name: string) => void left.delete(name) };
  await removeStrayMovies(db, files, held(testId(2), testId(5)));
  expect([...left]).toEqual([1, 2, 5].map((n) => `${testId(n)}.mp4`));
});

test('an export that the server makes is not lost with a tab', async () => {
  const server = { request: null, jobId: testId(9), isUnwanted: false, expiresAt: null };
  await db.exports.bulkAdd([exportRow(1, { keptIn: 'server', server }), exportRow(2)]);
  await failOrphanedExports(db, held(), 77);
  const rows = await db.exports.orderBy('id').toArray();
  expect(rows.map((row) => row.status)).toEqual(['processing', 'failed']);
});
