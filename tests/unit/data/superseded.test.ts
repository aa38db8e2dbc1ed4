/** Two versions of the app on one database: the older stops at once, and what the newer wrote stays as it is. */
import { Dexie, liveQuery } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { SCHEMA_VERSION, StoryreelDb } from '#data/db.ts';
import { browserDevice } from '#data/device.ts';
import { SupersededError } from '#data/superseded.ts';
import { createActions } from '#editor/actions.ts';
import { projectRow } from '#tests/helpers/rows.ts';

const NAME = 'two-versions';

/** The next release: every project has a field that this one knows nothing of. */
class NextDb extends Dexie {
  constructor() {
    super(NAME);
    const tables = new StoryreelDb().tables.map(({ name, schema }) => {
      const indexes = schema.indexes.map(({ src }) => src);
      return [name, [schema.primKey.src, ...indexes].join(', ')];
    });
    const next = this.version(SCHEMA_VERSION + 1).stores(Object.fromEntries(tables));
    next.upgrade((transaction) =>
      transaction
        .table('projects')
        .toCollection()
        .modify((project: Record<string, unknown>) => Object.assign(project, { mood: 'calm' })),
    );
  }
}

const open: Dexie[] = [];
const keep = <T extends Dexie>(db: T): T => {
  open.push(db);
  return db;
};
afterEach(async () => {
  for (const db of open.splice(0)) db.close();
  await Dexie.delete(NAME);
});

test('when a newer version opens the database, the older one stops writing, says so, and keeps its screen', async () => {
  const older = keep(new StoryreelDb(NAME));
  const project = { ...projectRow(), rev: 1 };
  await older.projects.add(project);
  const told: string[] = [];
  older.succession.whenSuperseded(() => told.push('superseded'));
  const shown: number[] = [];
  const failures: unknown[] = [];
  const subscription = liveQuery(() => older.projects.count()).subscribe({
    next: (count) => shown.push(count),
    error: (error: unknown) => failures.push(error),
  });
  await expect.poll(() => shown).toEqual([1]);

  const newer = keep(new NextDb());
  await newer.open();
  expect(told).toEqual(['superseded']);
  await expect(older.projects.put({ ...project, title: 'Written too late' })).rejects.toThrow(SupersededError);
  await expect(older.transaction('rw', [older.projects], () => older.projects.delete(project.id))).rejects.toThrow(
    'Copy what you typed',
  );
  await newer.table('projects').add({ ...project, id: 'another', mood: 'loud' });
  // Another live query sees the new row: by then the first would have been asked again.
  const seen: number[] = [];
  const other = liveQuery(() => newer.table('projects').count()).subscribe((count) => seen.push(count));
  await expect.poll(() => seen.at(-1)).toBe(2);
  expect(shown).toEqual([1]);
  expect(failures).toEqual([]);
  expect(await newer.table('projects').get(project.id)).toEqual({ ...project, mood: 'calm' });
  subscription.unsubscribe();
  other.unsubscribe();
});

test('an older version that opens after the upgrade writes nothing either', async () => {
  const first = keep(new StoryreelDb(NAME));
  await first.open();
  first.close();
  await keep(new NextDb()).open();

  const older = keep(new StoryreelDb(NAME));
  await expect(older.projects.add({ ...projectRow(), rev: 1 })).rejects.toThrow(SupersededError);
  const told: string[] = [];
  older.succession.whenSuperseded(() => told.push('superseded'));
  expect(told).toEqual(['superseded']);
});

test('an edit that could be undone is refused at once, not kept waiting for what it reads first', async () => {
  const older = keep(new StoryreelDb(NAME));
  const project = { ...projectRow(), rev: 1 };
  await older.projects.add(project);
  await keep(new NextDb()).open();
  const actions = createActions({ db: older, device: browserDevice });
  const edit = actions.undoable(project.id, () => actions.editProject(project.id, { title: 'Written too late' }));
  await expect(edit).rejects.toThrow(SupersededError);
});

test('a transaction that has begun ends whole before the newer version gets the database', async () => {
  const older = keep(new StoryreelDb(NAME));
  await older.open();
  const [one, two] = [projectRow(), projectRow()].map((row) => ({ ...row, rev: 1 }));
  if (!one || !two) throw new Error('Two rows were made.');
  two.id = crypto.randomUUID();
  const newer = keep(new NextDb());
  let opening: PromiseLike<unknown> = Promise.resolve();
  await older.transaction('rw', [older.projects], async () => {
    await older.projects.add(one);
    void Dexie.ignoreTransaction(() => (opening = newer.open()));
    await older.projects.get(one.id);
    await older.projects.add(two);
  });
  await opening;
  expect(await newer.table('projects').count()).toBe(2);
});
