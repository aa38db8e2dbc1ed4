/** Databases of version 13, in which no scene was split. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { sceneRow, testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-version-13';

test('scenes are halves of nothing, wherever they are kept', async () => {
  const [projectId, userId] = [testId(1), testId(2)];
  const scene = sceneRow(1);
  const { splitFrom: _splitFrom, ...old } = scene;
  const deleted = (row: object) => ({ sceneId: scene.id, rows: [row], deletedAt: 5 });
  const base = { projectId, userId, project: null, hasScenes: true, orphanIds: [], pulledAt: 3 };
  const baseOf = (row: object) => ({
    ...base,
    scenes: [row],
    tombstones: [deleted(row)],
    takes: [{ sceneId: scene.id, scene: row, extensions: [row], replacedAt: 4 }],
  });
  await leaveDatabase(NAME, 13, {
    scenes: [{ ...old, rev: 1 }],
    tombstones: [{ ...deleted(old), projectId }],
    bases: [baseOf(old), { ...base, projectId: testId(3), scenes: [], tombstones: [] }],
    meta: [{ key: 'checkedSchemaVersion', value: 13 }],
  });
  const db = new StoryreelDb(NAME);
  try {
    await checkRows(db, 6);
    expect(await db.scenes.toArray()).toEqual([{ ...scene, rev: 1 }]);
    expect(await db.tombstones.toArray()).toEqual([{ ...deleted(scene), projectId }]);
    expect((await db.bases.get(projectId)) ?? null).toEqual(baseOf(scene));
    expect(await db.quarantine.count()).toBe(0);
  } finally {
    db.close();
    await Dexie.delete(NAME);
  }
});
