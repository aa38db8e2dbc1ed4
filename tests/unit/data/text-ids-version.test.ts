/** Databases of version 10, in which texts could be without ids. */
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { sceneRow, testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-version-10';
const bare = {
  text: 'Low tide',
  fontSize: 32,
  color: '#FFFFFF',
  position: 'center',
  startTime: 0,
  endTime: 2,
} as const;

test('texts get ids, the same on every device, and keep the one that they have', async () => {
  const named = { ...bare, id: testId(70) };
  const scene = sceneRow(1, { textOverlays: [bare, named, bare] });
  await leaveDatabase(NAME, 10, {
    scenes: [
      { ...scene, rev: 3 },
      { ...sceneRow(2), rev: 1 },
    ],
    meta: [{ key: 'checkedSchemaVersion', value: 10 }],
  });
  const db = new StoryreelDb(NAME);
  try {
    await checkRows(db, 6);
    const [first, second] = await db.scenes.toArray();
    const idOf = (place: string): string => scene.id.slice(0, -4) + place;
    expect(first).toEqual({
      ...scene,
      rev: 3,
      textOverlays: [{ ...bare, id: idOf('0000') }, named, { ...bare, id: idOf('0002') }],
    });
    expect(second).toEqual({ ...sceneRow(2), rev: 1 });
    expect(await db.quarantine.count()).toBe(0);
  } finally {
    db.close();
    await Dexie.delete(NAME);
  }
});
