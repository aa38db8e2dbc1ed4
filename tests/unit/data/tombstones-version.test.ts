/** Databases of version 5, which named deleted scenes and earlier takes by other words. */
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { sceneRow, testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-version-5';

test('deleted scenes and earlier takes are kept under their new names', async () => {
  const [projectId, userId] = [testId(1), testId(2)];
  const scene = sceneRow(1);
  const deleted = { sceneId: scene.id, rows: [scene], deletedAt: 5 };
  const take = { sceneId: scene.id, scene, extensions: [], replacedAt: 4 };
  const base = { projectId, userId, project: null, scenes: [scene], hasScenes: true, orphanIds: [], pulledAt: 3 };
  await leaveDatabase(NAME, 5, {
    buried: [{ ...deleted, projectId }],
    bases: [
      { ...base, buried: [deleted], formerTakes: [take] },
      { ...base, projectId: testId(3), buried: [] },
    ],
    meta: [{ key: 'checkedSchemaVersion', value: 5 }],
  });
  const db = new StoryreelDb(NAME);
  try {
    await checkRows(db, 6);
    expect(await db.tombstones.toArray()).toEqual([{ ...deleted, projectId }]);
    expect(await db.bases.toArray()).toEqual([
      { ...base, tombstones: [deleted], takes: [take] },
      { ...base, projectId: testId(3), tombstones: [] },
    ]);
    expect(db.backendDB().objectStoreNames).not.toContain('buried');
    expect(await db.quarantine.count()).toBe(0);
  } finally {
    db.close();
    await Dexie.delete(NAME);
  }
});
