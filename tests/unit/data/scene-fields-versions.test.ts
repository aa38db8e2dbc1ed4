/** Databases whose scenes lack fields that later versions gave them. */
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { sceneRow, testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

/** With what each version did not know yet, whose value in a new scene is what old ones get. */
const cases: [version: number, happening: string, missing: (keyof Scene)[]][] = [
  [7, 'scenes get fades of no length', ['fadeInSeconds', 'fadeOutSeconds']],
  [8, 'scenes get the model of their project', ['model']],
  [13, 'scenes are halves of nothing', ['splitFrom']],
  [14, 'clips were generated', ['source']],
  [17, 'clips don’t say what they were made of', ['still']],
  [19, 'scenes have no pictures to go by', ['referencePictures']],
];

test.each(cases)('from version %i, %s, wherever they are kept', async (version, _, missing) => {
  const name = `page-of-version-${version}`;
  const [projectId, userId] = [testId(1), testId(2)];
  const scene = sceneRow(1);
  const old = Object.fromEntries(Object.entries(scene).filter(([field]) => !missing.some((one) => one === field)));
  const deleted = (row: object) => ({ sceneId: scene.id, rows: [row], deletedAt: 5 });
  const base = { projectId, userId, project: null, hasScenes: true, orphanIds: [], pulledAt: 3 };
  const baseOf = (row: object) => ({
    ...base,
    scenes: [row],
    tombstones: [deleted(row)],
    takes: [{ sceneId: scene.id, scene: row, extensions: [row], replacedAt: 4 }],
  });
  await leaveDatabase(name, version, {
    scenes: [{ ...old, rev: 1 }],
    tombstones: [{ ...deleted(old), projectId }],
    bases: [baseOf(old), { ...base, projectId: testId(3), scenes: [], tombstones: [] }],
    meta: [{ key: 'checkedSchemaVersion', value: version }],
  });
  const db = new StoryreelDb(name);
  try {
    await checkRows(db, 6);
    expect(await db.scenes.toArray()).toEqual([{ ...scene, rev: 1 }]);
    expect(await db.tombstones.toArray()).toEqual([{ ...deleted(scene), projectId }]);
    expect((await db.bases.get(projectId)) ?? null).toEqual(baseOf(scene));
    expect(await db.quarantine.count()).toBe(0);
  } finally {
    db.close();
    await Dexie.delete(name);
  }
});
