/** The page's database waits until it is known whose it is, and gives way when it is removed. */
import { Dexie, liveQuery } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { createPagePerson, databaseNameOf } from '#data/people/page-person.ts';
import { writeReach, readReach } from '#data/tables/reach.ts';
import { ADA, BOB } from './plant-person.ts';

const open: StoryreelDb[] = [];
const keep = (db: StoryreelDb): StoryreelDb => {
  open.push(db);
  return db;
};
afterEach(async () => {
  for (const db of open.splice(0)) db.close();
  for (const name of await Dexie.getDatabaseNames()) await Dexie.delete(name);
});

const never = (): void => {
  throw new Error('No page is loaded anew here.');
};

test('what is asked before it is known whose database it is, is answered by theirs', async () => {
  await writeReach(keep(new StoryreelDb(databaseNameOf(BOB))), 'offline');
  const page = createPagePerson(never);
  const db = keep(new StoryreelDb(page.untilSettled.then(databaseNameOf)));
  const seen: string[] = [];
  const subscription = liveQuery(() => readReach(db)).subscribe((reach) => seen.push(reach));
  const asked = readReach(db);
  // A page that is frozen meanwhile: there is nothing to close yet.
  db.close({ disableAutoOpen: false });
  expect([page.settle(BOB), page.settle(ADA), page.settle(BOB)]).toEqual([true, false, true]);
  expect(await asked).toBe('offline');
  await expect.poll(() => seen).toEqual(['offline']);
  await writeReach(db, 'online');
  await expect.poll(() => seen).toEqual(['offline', 'online']);
  subscription.unsubscribe();
  expect(await Dexie.getDatabaseNames()).toEqual([databaseNameOf(BOB)]);
});

test('while rows can’t be moved nobody’s database is opened, and whoever asks hears why', async () => {
  const db = keep(new StoryreelDb(Promise.reject(new Error('There is no room.'))));
  await expect(readReach(db)).rejects.toThrow('There is no room.');
  await expect(db.projects.toArray()).rejects.toThrow('There is no room.');
});
