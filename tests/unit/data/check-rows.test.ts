import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { CHECKED_VERSION, SCHEMA_VERSION, StoryreelDb } from '#data/db.ts';
import { projectRow, sceneRow } from '#tests/helpers/rows.ts';

let db: StoryreelDb;
beforeEach(() => void (db = new StoryreelDb('check-rows')));
afterEach(() => db.delete());

test('a row of another shape is set aside, not lost and not read; the others stay', async () => {
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
});

test('many rows are looked at in pieces, between which others may write', async () => {
  await db.meta.delete(CHECKED_VERSION);
  const rows = Array.from({ length: 1_050 }, (_, n) => ({ ...sceneRow(n + 1), rev: 1 }));
  await db.scenes.bulkPut(rows);
  await db.table('scenes').bulkPut([7, 500, 1_049].map((n) => ({ ...sceneRow(n), mood: 7, title: n })));
  const order: string[] = [];
  const checking = checkRows(db, 5).then(() => order.push('checked'));
  await db.projects.put({ ...projectRow(), rev: 1 }).then(() => order.push('written'));
  await checking;
  expect(order).toEqual(['written', 'checked']);
  expect([await db.scenes.count(), await db.quarantine.count()]).toEqual([1_047, 3]);
});

test('a database that was just made has nothing to check', async () => {
  await db.open();
  expect(await db.meta.get(CHECKED_VERSION)).toEqual({ key: CHECKED_VERSION, value: SCHEMA_VERSION });
});
