/** One person's data leaves a device that several people share. */
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { clipsOfOthers, moviesOfOthers } from '#data/people/other-databases.ts';
import { databaseNameOf } from '#data/people/page-person.ts';
import { endRemovals, removePerson, type PersonFiles } from '#data/people/remove-person.ts';
import { beginLeaving, readLeaving, readPerson, writePerson } from '#data/tables/device-person.ts';
import { ADA, BOB, clipOf, rowsOf, SHARED_CLIP } from './plant-person.ts';

let device: StoryreelDb;
let removed: string[];
const files: PersonFiles = {
  clips: { remove: async (sha256) => void removed.push(sha256) },
  movies: { remove: async (name) => void removed.push(name) },
  remade: { removeAll: async () => void removed.push('what was made of clips') },
  shared: { remove: async (userId) => void removed.push(`shared with ${userId}`) },
  drafts: { forget: ({ userId, projectIds }) => void removed.push(`drafts of ${userId} and ${projectIds.join()}`) },
};

beforeEach(async () => {
  removed = [];
  device = new StoryreelDb();
  for (const userId of [ADA, BOB]) {
    const db = new StoryreelDb(databaseNameOf(userId));
    for (const [table, rows] of Object.entries(rowsOf(userId, [1]))) await db.table(table).bulkPut(rows);
    db.close();
  }
});
afterEach(async () => {
  vi.useRealTimers();
  device.close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

test('the database goes with the files that nobody else refers to, and nothing of another person', async () => {
  await writePerson(device, ADA);
  // Another tab of theirs.
  const tab = new StoryreelDb(databaseNameOf(ADA));
  await tab.open();
  await removePerson(device, ADA, files);
  const rest = [`shared with ${ADA}`, `drafts of ${ADA} and project of ${ADA}`];
  expect(removed.toSorted()).toEqual([clipOf(ADA), `${ADA}.mp4`, 'what was made of clips', ...rest].toSorted());
  tab.close();
  expect((await Dexie.getDatabaseNames()).toSorted()).toEqual([databaseNameOf(null), databaseNameOf(BOB)]);
  expect([await readPerson(device), await readLeaving(device)]).toEqual([null, []]);
  const bobs = new StoryreelDb(databaseNameOf(BOB));
  expect(await bobs.scenes.count()).toBe(2);
  bobs.close();
});

test('what a page that was closed has left is removed by the next one', async () => {
  await writePerson(device, BOB);
  await beginLeaving(device, ADA);
  await endRemovals(device, files);
  expect((await Dexie.getDatabaseNames()).toSorted()).toEqual([databaseNameOf(null), databaseNameOf(BOB)]);
  expect([await readPerson(device), await readLeaving(device)]).toEqual([BOB, []]);
  expect(removed).toEqual(
    expect.arrayContaining([clipOf(ADA), `shared with ${ADA}`, `drafts of ${ADA} and project of ${ADA}`]),
  );
  expect(removed).not.toContain(SHARED_CLIP);
});

test('what others need is known without touching their databases', async () => {
  const older = new Dexie(databaseNameOf(ADA));
  await older.open();
  const { verno } = older;
  older.close();
  expect([...(await clipsOfOthers(databaseNameOf(BOB)))].toSorted()).toEqual([clipOf(ADA), SHARED_CLIP].toSorted());
  expect([...(await moviesOfOthers(databaseNameOf(BOB)))]).toEqual([`${ADA}.mp4`]);
  const again = new Dexie(databaseNameOf(ADA));
  await again.open();
  expect(again.verno).toBe(verno);
  again.close();
  // One whose tables are another version's, and one of another app.
  const strange = new Dexie('storyreel-strange');
  strange.version(1).stores({ other: 'id' });
  const foreign = new Dexie('another');
  foreign.version(1).stores({ clips: 'sha256' });
  await strange.open();
  await foreign.table('clips').add({ sha256: 'a' });
  for (const db of [strange, foreign]) db.close();
  expect(await clipsOfOthers(databaseNameOf(ADA))).toEqual(new Set([clipOf(BOB), SHARED_CLIP]));
});

test('what can’t be removed keeps nobody out, and nothing else of the person', async () => {
  await writePerson(device, ADA);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const refuse = (): Promise<never> => Promise.reject(new DOMException('No files here.', 'SecurityError'));
  const none: PersonFiles = {
    ...files,
    clips: { remove: refuse },
    movies: { remove: refuse },
    remade: { removeAll: refuse },
    shared: { remove: refuse },
  };
  await removePerson(device, ADA, none);
  expect(removed).toEqual([`drafts of ${ADA} and project of ${ADA}`]);
  expect((await Dexie.getDatabaseNames()).toSorted()).toEqual([databaseNameOf(null), databaseNameOf(BOB)]);
  expect([await readPerson(device), await readLeaving(device)]).toEqual([null, []]);
});

/** Lets as much time pass as somebody waits for a database that isn't let go. */
async function outOfPatience(removing: Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  void removing.finally(() => (isOver = true));
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(1_000);
  }
  vi.useRealTimers();
}

/** A tab that hangs, and holds a database until it is let go. */
function holdDatabase(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('It can’t be opened.')));
  });
}

test('what somebody does after they signed in again stays, however late their removal comes to its end', async () => {
  await writePerson(device, ADA);
  const hung = await holdDatabase(databaseNameOf(ADA));
  await beginLeaving(device, ADA);
  await outOfPatience(endRemovals(device, files));
  expect(await readLeaving(device)).toEqual([ADA]);
  const db = new StoryreelDb(databaseNameOf(ADA));
  const opening = db.open();
  await writePerson(device, ADA);
  expect(await readLeaving(device)).toEqual([]);
  hung.close();
  await opening;
  expect(await db.scenes.count()).toBe(0);
  await db.meta.put({ key: 'work', value: 'done offline' });
  db.close();
  // Of an earlier version of the app, which noted both.
  await device.meta.put({ key: 'leaving', value: [ADA] });
  await endRemovals(device, files);
  expect([await readPerson(device), await readLeaving(device)]).toEqual([ADA, []]);
  const again = new StoryreelDb(databaseNameOf(ADA));
  expect(await again.meta.get('work')).toMatchObject({ value: 'done offline' });
  again.close();
});

test('a removal whose database is let go late is over then', async () => {
  const hung = await holdDatabase(databaseNameOf(ADA));
  await outOfPatience(removePerson(device, ADA, files));
  expect(await readLeaving(device)).toEqual([ADA]);
  hung.close();
  await expect.poll(() => readLeaving(device)).toEqual([]);
  expect(await Dexie.getDatabaseNames()).not.toContain(databaseNameOf(ADA));
});
