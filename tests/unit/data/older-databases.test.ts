/** What older versions have left on a device is read as if it had always been there, and none of it is set aside. */
import { Dexie } from 'dexie';
import { afterEach, expect, test } from 'vitest';
import { checkRows } from '#data/check-rows.ts';
import { StoryreelDb } from '#data/db.ts';
import type { OutboxRow } from '#data/tables/rows.ts';
import { versionsToSend } from '#data/tables/versions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { exportRow } from '#tests/helpers/export-row.ts';
import { projectRow, sceneRow, testHash, testId } from '#tests/helpers/rows.ts';
import { leaveDatabase } from './old-database.ts';

const NAME = 'page-of-an-older-version';
const [PROJECT, USER, OTHER] = [testId(1), testId(2), testId(3)];
const base = { projectId: PROJECT, userId: USER, project: null, hasScenes: true, orphanIds: [], pulledAt: 3 };
const emptyBase = { ...base, projectId: OTHER, scenes: [], tombstones: [] };

let db: StoryreelDb;
afterEach(async () => {
  db.close();
  await Dexie.delete(NAME);
});

/** Opens what a version has left with these rows, and looks at all of them. */
async function open(version: number, tables: Record<string, readonly object[]>): Promise<void> {
  await leaveDatabase(NAME, version, { meta: [{ key: 'checkedSchemaVersion', value: version }], ...tables });
  db = new StoryreelDb(NAME);
  await checkRows(db, 6);
  expect(await db.quarantine.count()).toBe(0);
}

test.each([1, 3])('exports of version %i are read as ever', async (version) => {
  const { sceneNumber: _s, keptIn: _k, outcome: _o, receipt: _r, ...first } = exportRow(1, { status: 'complete' });
  const old = version === 1 ? first : exportRow(1, { status: 'complete' });
  const { range: _range, server: _server, ...row } = old;
  await open(version, { exports: [row] });
  expect(await db.exports.toArray()).toEqual([exportRow(1, { status: 'complete' })]);
});

test('edits that wait and values that were overruled in version 2 stay as they are; facts of clips go', async () => {
  const edit = { kind: 'patch-scene', sceneId: testId(3), patch: { title: 'Dawn' } };
  const row = { userId: USER, projectId: PROJECT, label: 'Edit scene 1', at: 5 };
  const waiting = { ...row, opId: testId(4), change: edit, request: null, attempts: 2, nextAt: 0, state: 'waiting' };
  await open(2, {
    outbox: [{ ...waiting, refusal: null }],
    history: [{ ...row, changes: [edit], inverse: [edit], state: 'overruled' }],
    clipFacts: [{ sha256: 'a clip' }],
    quarantine: [{ table: 'clipFacts', row: {}, reason: 'no size', at: 5 }],
  });
  expect(await db.outbox.toArray()).toMatchObject([{ ...waiting, refusal: null, seq: 1, madeOn: null }]);
  expect(await db.history.toArray()).toMatchObject([{ state: 'overruled', inverse: [edit] }]);
  expect(db.backendDB().objectStoreNames).not.toContain('clipFacts');
  expect([await db.pulledHistory.count(), await db.historyPulls.count()]).toEqual([0, 0]);
});

test('a change that had stuck in version 3 is due, with its request as it was and no failure counted', async () => {
  /** One count for every send, and a wait of minutes after those that had failed. */
  const stuck: Omit<OutboxRow, 'unanswered' | 'conflicts'> = {
    ...{ seq: 1, opId: testId(3), userId: USER, projectId: PROJECT, label: 'Edit scene 1', madeOn: null, at: 5 },
    change: { kind: 'patch-scene', sceneId: testId(101), patch: { title: 'Mine' } },
    request: { method: 'PATCH', path: `/api/scenes/${testId(101)}`, body: '{"title":"Mine"}', ifMatch: 1 },
    ...{ attempts: 12, nextAt: 9_000_000, state: 'waiting', refusal: null },
  };
  await open(3, { outbox: [stuck] });
  expect(await db.outbox.toArray()).toEqual([{ ...stuck, unanswered: 0, conflicts: 0, nextAt: 0 }]);
});

test('deleted scenes and earlier takes of version 5 are kept under their new names', async () => {
  const scene = sceneRow(1);
  const deleted = { sceneId: scene.id, rows: [scene], deletedAt: 5 };
  const take = { sceneId: scene.id, scene, extensions: [], replacedAt: 4 };
  const { tombstones: _, ...empty } = emptyBase;
  await open(5, {
    buried: [{ ...deleted, projectId: PROJECT }],
    bases: [
      { ...base, scenes: [scene], buried: [deleted], formerTakes: [take] },
      { ...empty, buried: [] },
    ],
  });
  expect(await db.tombstones.toArray()).toEqual([{ ...deleted, projectId: PROJECT }]);
  const bases = [{ ...base, scenes: [scene], tombstones: [deleted], takes: [take] }, emptyBase];
  expect(await db.bases.toArray()).toEqual(bases);
  expect(db.backendDB().objectStoreNames).not.toContain('buried');
});

/** With what each version did not know yet, whose value in a new scene is what old ones get. */
const scenesOf: [version: number, happening: string, missing: (keyof Scene)[]][] = [
  [7, 'scenes get fades of no length', ['fadeInSeconds', 'fadeOutSeconds']],
  [8, 'scenes get the model of their project', ['model']],
  [13, 'scenes are halves of nothing', ['splitFrom']],
  [14, 'clips were generated', ['source']],
  [17, 'clips don’t say what they were made of', ['still']],
  [19, 'scenes have no pictures to go by', ['referencePictures']],
];

test.each(scenesOf)('from version %i, %s, wherever they are kept', async (version, _, missing) => {
  const scene = sceneRow(1);
  const old = Object.fromEntries(Object.entries(scene).filter(([field]) => !missing.some((one) => one === field)));
  const deleted = (row: object) => ({ sceneId: scene.id, rows: [row], deletedAt: 5 });
  const takes = (row: object) => [{ sceneId: scene.id, scene: row, extensions: [row], replacedAt: 4 }];
  const baseOf = (row: object) => ({ ...base, scenes: [row], tombstones: [deleted(row)], takes: takes(row) });
  await open(version, {
    scenes: [{ ...old, rev: 1 }],
    tombstones: [{ ...deleted(old), projectId: PROJECT }],
    bases: [baseOf(old), emptyBase],
  });
  expect(await db.scenes.toArray()).toEqual([{ ...scene, rev: 1 }]);
  expect(await db.tombstones.toArray()).toEqual([{ ...deleted(scene), projectId: PROJECT }]);
  expect((await db.bases.get(PROJECT)) ?? null).toEqual(baseOf(scene));
});

test('search engines stay away from projects of version 9, wherever these are kept', async () => {
  const project = projectRow({ isPublic: true });
  const { isIndexable: _isIndexable, ...old } = project;
  const kept = { ...base, scenes: [], tombstones: [] };
  await open(9, { projects: [{ ...old, rev: 1 }], bases: [{ ...kept, project: old }, emptyBase] });
  expect(await db.projects.toArray()).toEqual([{ ...project, rev: 1 }]);
  expect(await db.bases.toArray()).toMatchObject([{ ...kept, project }, emptyBase]);
});

test('texts of version 10 get ids, the same on every device, and keep the one that they have', async () => {
  const look = { fontSize: 32, color: '#FFFFFF', position: 'center', startTime: 0, endTime: 2 } as const;
  const bare = { text: 'Low tide', ...look };
  const named = { ...bare, id: testId(70) };
  const scene = sceneRow(1, { textOverlays: [bare, named, bare] });
  const other = { ...sceneRow(2), rev: 1 };
  await open(10, { scenes: [{ ...scene, rev: 3 }, other] });
  const idOf = (place: string): string => scene.id.slice(0, -4) + place;
  const textOverlays = [{ ...bare, id: idOf('0000') }, named, { ...bare, id: idOf('0002') }];
  expect(await db.scenes.toArray()).toEqual([{ ...scene, rev: 3, textOverlays }, other]);
});

test('a bed of music of version 11 becomes a looped piece, and other projects have none', async () => {
  const { audio: _, ...old } = projectRow();
  const music = { sha256: testHash(3), name: 'Harbor', gainDb: -9, fadeInSeconds: 2, fadeOutSeconds: 70 };
  const kept = { ...base, scenes: [], tombstones: [] };
  await open(11, {
    projects: [
      { ...old, music, rev: 1 },
      { ...old, id: testId(9), music: null, rev: 1 },
    ],
    bases: [{ ...kept, project: { ...old, music } }, emptyBase],
  });
  const piece = {
    ...{ id: old.id, kind: 'music', mediaId: music.sha256, name: 'Harbor', startSeconds: 0, loop: true },
    ...{ lengthSeconds: null, gainDb: -9, fadeInSeconds: 2, fadeOutSeconds: 60, takes: [] },
  };
  expect(await db.projects.get(old.id)).toMatchObject({ audio: [piece], rev: 1 });
  expect(await db.projects.get(testId(9))).toEqual({ ...projectRow({ id: testId(9) }), rev: 1 });
  expect(await db.projects.get(old.id)).not.toHaveProperty('music');
  expect((await db.bases.get(old.id))?.project?.audio).toMatchObject([piece]);
});

test('versions that a browser of version 16 kept are sent', async () => {
  const { id: projectId, userId, title, description, model, levelling, audio } = projectRow();
  const old = {
    ...{ id: testId(40), projectId, userId, at: 5, reason: 'named', name: 'Old' },
    project: { title, description, model, levelling, audio },
    scenes: [sceneRow(1)],
  };
  await open(16, { versions: [old] });
  expect(await db.versions.toArray()).toEqual([{ ...old, device: null, state: 'waiting' }]);
  expect(await versionsToSend(db, userId)).toEqual([old.id]);
});
