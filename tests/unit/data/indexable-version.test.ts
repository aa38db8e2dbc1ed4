/** Databases of version 9, whose projects search engines were always kept from. */
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { projectRow, testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-version-9';

test('search engines stay away from projects, wherever these are kept', async () => {
  const project = projectRow({ isPublic: true });
  const { isIndexable: _isIndexable, ...old } = project;
  const base = { userId: project.userId, scenes: [], hasScenes: true, tombstones: [], orphanIds: [], pulledAt: 3 };
  const emptyBase = { ...base, projectId: testId(3), project: null };
  await leaveDatabase(NAME, 9, {
    projects: [{ ...old, rev: 1 }],
    bases: [{ ...base, projectId: project.id, project: old }, emptyBase],
    meta: [{ key: 'checkedSchemaVersion', value: 9 }],
  });
  const db = new StoryreelDb(NAME);
  try {
    await checkRows(db, 6);
    expect(await db.projects.toArray()).toEqual([{ ...project, rev: 1 }]);
    expect(await db.bases.toArray()).toMatchObject([{ projectId: project.id, project }, emptyBase]);
    expect(await db.quarantine.count()).toBe(0);
  } finally {
    db.close();
    await Dexie.delete(NAME);
  }
});
