import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { forgetDrafts, forgetPerson } from '#data/forget-person.ts';

let db: StoryreelDb;
beforeEach(() => {
  db = new StoryreelDb('forget-person');
});
afterEach(() => db.delete());

const ADA = '01a20000-0000-7000-8000-00000000000a';
const BOB = '01a20000-0000-7000-8000-00000000000b';

/** A row in every table that keeps something of a person. They are as small as their indexes allow. */
async function plant(userId: string): Promise<void> {
  const projectId = `project of ${userId}`;
  const of = { userId, projectId };
  const rows: Record<string, object> = {
    users: { id: userId },
    projects: { id: projectId, userId },
    scenes: { id: `scene of ${userId}`, projectId },
    tombstones: { sceneId: `tombstone of ${userId}`, projectId },
    bases: of,
    outbox: { opId: `change of ${userId}`, ...of },
    history: of,
    pulledHistory: { id: `entry of ${userId}`, ...of },
    historyPulls: of,
    exports: { id: `export of ${userId}`, ...of, storedName: `${userId}.mp4` },
    ownFiles: { userId, sha256: 'a' },
    versions: { id: `version of ${userId}`, ...of, at: 1 },
    meta: { key: `spending.${userId}`, value: userId },
    quarantine: { table: 'projects', row: { id: 'x', userId }, reason: '', at: 0 },
  };
  for (const [table, row] of Object.entries(rows)) await db.table(table).add(row);
  await db.meta.add({ key: `folderCopy:${projectId}`, value: { ...of, fileName: 'Movie.storyreel' } });
}

async function textOf(table: { toArray(): PromiseLike<unknown[]> }): Promise<string> {
  return JSON.stringify(await table.toArray());
}

test('forgets all rows of one person, and none of another', async () => {
  await plant(ADA);
  await plant(BOB);
  await db.table('clips').add({ sha256: 'a' });
  await db.table('meta').put({ key: 'currentUserId', value: ADA });
  expect(await forgetPerson(db, ADA)).toEqual({ movies: [`${ADA}.mp4`], projectIds: [`project of ${ADA}`] });
  // A clip may be another person's, too; who removes them looks at the rows that are left.
  for (const table of db.tables.filter(({ name }) => name !== 'clips')) {
    const text = await textOf(table);
    expect([table.name, text.includes(ADA), text.includes(BOB)]).toEqual([table.name, false, true]);
  }
});

test('leaves the one who is signed in now', async () => {
  await plant(ADA);
  await db.table('meta').put({ key: 'currentUserId', value: BOB });
  await forgetPerson(db, ADA);
  expect((await db.meta.get('currentUserId'))?.value).toBe(BOB);
});

test('forgets the drafts of one person, and none of another', () => {
  const kept = {
    theme: 'dark',
    'storyreel.left-draft.bobs': '{}',
    'storyreel.new-project': JSON.stringify({ userId: BOB, form: {} }),
  };
  const local = storageOf({ ...kept, 'storyreel.left-draft.adas': '{}' });
  const session = storageOf({
    'storyreel.generation-run.adas': '{}',
    'storyreel.generation-run.bobs': '{}',
    'storyreel.new-project': JSON.stringify({ userId: ADA, form: {} }),
  });
  forgetDrafts([local, session], { userId: ADA, projectIds: ['adas'] });
  expect({ ...local }).toEqual(kept);
  expect({ ...session }).toEqual({ 'storyreel.generation-run.bobs': '{}' });
});

/** A store like the browser's: its names are properties of its own. */
function storageOf(items: Record<string, string>): Storage {
  const storage = Object.create({
    getItem: (name: string) => items[name] ?? null,
    removeItem: (name: string) => void delete storage[name],
  });
  return Object.assign(storage, items);
}
