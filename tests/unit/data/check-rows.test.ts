import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { CHECKED_VERSION, SCHEMA_VERSION, StoryreelDb } from '#data/db.ts';
import { projectRow, sceneRow } from '#tests/helpers/rows.ts';

test('a row of another shape is set aside, not lost and not read; the others stay', async () => {
  const db = new StoryreelDb('check-rows');
  try {
    await db.meta.delete(CHECKED_VERSION);
    await db.projects.put({ ...projectRow(), rev: 1 });
    await db.scenes.put({ ...sceneRow(1), rev: 1 });
    await db.table('scenes').put({ id: 'from-another-time', projectId: 'x', mood: 7 });
    await checkRows(db, 5);
    expect((await db.scenes.toArray()).map((scene) => scene.title)).toEqual(['Scene 1']);
    expect(await db.quarantine.toArray()).toMatchObject([
      { table: 'scenes', row: { id: 'from-another-time', mood: 7 }, at: 5 },
    ]);
    await db.table('scenes').put({ id: 'later', projectId: 'x' });
    await checkRows(db, 6);
    expect(await db.scenes.count()).toBe(2);
  } finally {
    await db.delete();
  }
});

test('a database that was just made has nothing to check', async () => {
  const db = new StoryreelDb('check-new');
  try {
    await db.open();
    expect(await db.meta.get(CHECKED_VERSION)).toEqual({ key: CHECKED_VERSION, value: SCHEMA_VERSION });
  } finally {
    await db.delete();
  }
});
