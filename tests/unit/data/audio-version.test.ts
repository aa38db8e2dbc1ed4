/** Databases of version 11, whose projects had at most one bed of music. */
import { Dexie } from 'dexie';
import { expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import { projectRow, testHash, testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-version-11';

test('a bed of music becomes a looped piece, and other projects have none', async () => {
  const { audio: _, ...old } = projectRow();
  const music = { sha256: testHash(3), name: 'Harbor', gainDb: -9, fadeInSeconds: 2, fadeOutSeconds: 70 };
  const silent = { ...old, id: testId(9), music: null };
  const base = { userId: old.userId, scenes: [], hasScenes: true, tombstones: [], orphanIds: [], pulledAt: 3 };
  await leaveDatabase(NAME, 11, {
    projects: [
      { ...old, music, rev: 1 },
      { ...silent, rev: 1 },
    ],
    bases: [
      { ...base, projectId: old.id, project: { ...old, music } },
      { ...base, projectId: testId(3), project: null },
    ],
    meta: [{ key: 'checkedSchemaVersion', value: 11 }],
  });
  const db = new StoryreelDb(NAME);
  try {
    await checkRows(db, 6);
    const piece = {
      id: old.id,
      kind: 'music',
      mediaId: music.sha256,
      name: 'Harbor',
      startSeconds: 0,
      loop: true,
      lengthSeconds: null,
      gainDb: -9,
      fadeInSeconds: 2,
      fadeOutSeconds: 60,
      takes: [],
    };
    expect(await db.projects.get(old.id)).toMatchObject({ audio: [piece], rev: 1 });
    expect(await db.projects.get(silent.id)).toEqual({ ...projectRow({ id: silent.id }), rev: 1 });
    expect(await db.projects.get(old.id)).not.toHaveProperty('music');
    expect((await db.bases.get(old.id))?.project?.audio).toMatchObject([piece]);
    expect(await db.quarantine.count()).toBe(0);
  } finally {
    db.close();
    await Dexie.delete(NAME);
  }
});
