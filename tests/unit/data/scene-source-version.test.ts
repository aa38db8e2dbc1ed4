/** Databases of version 14, whose clips were all generated. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { projectRow, sceneRow } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-version-14';

test('clips of older databases were generated, wherever they are kept', async () => {
  const project = projectRow();
  const scene = sceneRow(1);
  const { source: _source, ...old } = scene;
  const base = { projectId: project.id, userId: project.userId, hasScenes: true, orphanIds: [], pulledAt: 3 };
  const buried = { sceneId: scene.id, deletedAt: 4 };
  await leaveDatabase(NAME, 14, {
    scenes: [{ ...old, rev: 1 }],
    tombstones: [{ ...buried, projectId: project.id, rows: [old] }],
    bases: [{ ...base, project, scenes: [old], tombstones: [{ ...buried, rows: [old] }] }],
    meta: [{ key: 'checkedSchemaVersion', value: 14 }],
  });
  const db = new StoryreelDb(NAME);
  try {
    await checkRows(db, 6);
    expect(await db.scenes.toArray()).toEqual([{ ...scene, rev: 1 }]);
    expect(await db.tombstones.toArray()).toMatchObject([{ rows: [scene] }]);
    expect(await db.bases.toArray()).toMatchObject([{ scenes: [scene], tombstones: [{ rows: [scene] }] }]);
    expect(await db.quarantine.count()).toBe(0);
  } finally {
    db.close();
    await Dexie.delete(NAME);
  }
});
