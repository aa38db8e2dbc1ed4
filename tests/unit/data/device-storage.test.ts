/** What projects keep on this device, and what freeing space may touch. */
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import type { Change } from '#data/change.ts';
import { readOwnFileUses } from '#data/tables/own-file-uses.ts';
import { readDeviceStorage, removeClipsOf, sizesOf } from '#data/device-storage.ts';
import { notePieces, readPieces } from '#data/tables/cached-pieces.ts';
import { keepOffline, pauseDownloads } from '#data/tables/offline-choice.ts';
import { missingClips, removeUnusedClips } from '#sync/clip-downloads.ts';
import { movieAudioSchema } from '#shared/entities/movie-audio.ts';
import type { OwnFileRow } from '#data/tables/rows.ts';
import { ownFile, ownFileRow } from '#tests/helpers/own-files.ts';
import { projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';

const NAME = 'device-storage';
let db: StoryreelDb;
const hashOf = (letter: string): string => letter.repeat(64);
const [lone, shared, unsent, former] = [hashOf('a'), hashOf('b'), hashOf('c'), hashOf('d')];
const [first, second] = [testId(71), testId(72)];
const clipRow = (sha256: string) => ({ sha256, sizeBytes: 10, storedAt: 1 });
const { userId } = projectRow();
const removed: string[] = [];
const fileRow = (sha256: string, state: OwnFileRow['state']): OwnFileRow =>
  ownFileRow(ownFile('sound', { sha256 }), { state });
const store = { remove: async (sha256: string) => void removed.push(sha256) };

beforeEach(async () => {
  db = new StoryreelDb(NAME);
  removed.length = 0;
  const scene = (n: number, projectId: string, sha256: string) => ({
    ...sceneRow(n, { id: testId(n), projectId, sha256, videoUrl: '/api/media/x' }),
    rev: 1,
  });
  await db.projects.bulkAdd([
    { ...projectRow({ id: first }), rev: 1 },
    { ...projectRow({ id: second }), rev: 1 },
  ]);
  const rows = [
    scene(1, first, lone),
    scene(2, first, shared),
    // As own clips are: their address is there long before the server has the file.
    scene(3, first, unsent),
    scene(4, second, shared),
  ];
  await db.scenes.bulkAdd(rows);
  const gone = sceneRow(9, { id: testId(9), projectId: first, sha256: former });
  await db.bases.add({
    ...{ projectId: first, userId, project: null, scenes: [], hasScenes: true, orphanIds: [], pulledAt: 1 },
    tombstones: [{ sceneId: gone.id, rows: [gone], deletedAt: 1 }],
  });
  await db.clips.bulkAdd([lone, shared, unsent].map(clipRow));
  await db.ownFiles.add(fileRow(unsent, 'waiting'));
});
afterEach(async () => {
  db.close();
  await Dexie.delete(NAME);
});

test('sizes are those of the files, by project and kind', async () => {
  await notePieces(db, first, ['piece 1']);
  await notePieces(db, second, ['of another']);
  await notePieces(db, first, ['piece 1', 'piece 2']);
  await notePieces(db, testId(79), ['of none']);
  expect([...(await readPieces(db)).keys()]).toEqual([second, first, testId(79)]);
  const { projects } = await readDeviceStorage(db, userId);
  const row = projects.find(({ project }) => project.id === first);
  if (!row) throw new Error('The project is not listed.');
  const file = (name: string, sizeBytes: number) => ({ name, sizeBytes });
  const sizes = sizesOf(row, {
    clips: [file(lone, 10), file(former, 7), file(hashOf('e'), 99)],
    movies: [],
    scrubCopies: [file(`${lone}-1`, 3), file(`${hashOf('e')}-1`, 99)],
    savedProjects: [],
    segments: [file('piece 1', 5), file('piece 2', 6), file('of another', 99)],
    shared: [],
    soundShapes: [],
    spareRoom: [],
  });
  expect(sizes).toEqual({ clips: 10, takes: 7, scrubCopies: 3, others: 0, cached: 11, total: 31 });
});

test('of a project that isn’t kept offline only clips go that nothing else here plays and the server has', async () => {
  await removeClipsOf(db, store, userId, first);
  expect(removed).toEqual([]);
  await keepOffline(db, first, false);
  await removeClipsOf(db, store, userId, first);
  expect(removed).toEqual([lone]);
  expect(await db.clips.toCollection().primaryKeys()).toEqual([shared, unsent]);
  expect(await db.scenes.count()).toBe(4);
});

test('a file that the server refused stays, whatever is freed, and one that it has goes', async () => {
  await keepOffline(db, first, false);
  await db.ownFiles.put(fileRow(unsent, 'refused'));
  await removeClipsOf(db, store, userId, first);
  expect(removed).toEqual([lone]);
  await db.ownFiles.put(fileRow(unsent, 'sent'));
  await removeClipsOf(db, store, userId, first);
  expect(removed).toEqual([lone, unsent]);
});

test('music and pictures count as a project’s, are fetched with every recording, and aren’t cleared away', async () => {
  const [music, otherTake, picture, stray] = [hashOf('1'), hashOf('2'), hashOf('3'), hashOf('4')];
  const piece = movieAudioSchema.parse({
    ...{ id: testId(50), kind: 'voice', mediaId: music, name: 'Voice', startSeconds: 0, inSeconds: 0, outSeconds: 5 },
    takes: [{ mediaId: otherTake, name: 'Take 1', inSeconds: 0, outSeconds: 5 }],
  });
  await db.projects.update(first, { audio: [piece] });
  await db.scenes.update(testId(1), { referencePictures: [{ picture, shows: 'Shell' }] });
  expect((await missingClips(db, userId)).map(({ sha256 }) => sha256).toSorted()).toEqual([music, otherTake, picture]);
  const all = [music, otherTake, picture, stray];
  await db.clips.bulkAdd(all.map(clipRow));
  const { projects } = await readDeviceStorage(db, userId);
  expect([...(projects.find(({ project }) => project.id === first)?.others ?? [])].toSorted()).toEqual(all.slice(0, 3));
  await removeUnusedClips(db, store);
  expect(removed).toEqual([stray]);
});

test('clips come by themselves, but for projects that aren’t kept offline, and not while downloads pause', async () => {
  await db.clips.clear();
  const wanted = async (): Promise<string[]> => (await missingClips(db, userId)).map(({ sha256 }) => sha256).toSorted();
  expect(await wanted()).toEqual([lone, shared]);
  await keepOffline(db, first, false);
  expect(await wanted()).toEqual([shared]);
  await pauseDownloads(db, true);
  expect(await wanted()).toEqual([]);
  await pauseDownloads(db, false);
  await keepOffline(db, first, true);
  expect(await wanted()).toEqual([lone, shared]);
});

test('what could come back isn’t cleared away: an earlier take, and the clip of a deleted scene', async () => {
  const [take, stray] = [hashOf('e'), hashOf('f')];
  const scene = sceneRow(1, { id: testId(1), projectId: first, sha256: take });
  await db.bases.update(first, {
    takes: [{ sceneId: testId(1), scene, extensions: [], replacedAt: 1 }],
  });
  await db.clips.bulkAdd([former, take, stray].map(clipRow));
  await removeUnusedClips(db, store);
  expect(removed).toEqual([stray]);
});

test('a file that undoing, redoing, or an unsent change needs isn’t unused', async () => {
  const [former, redone, sent] = [hashOf('5'), hashOf('6'), hashOf('7')];
  await db.ownFiles.bulkAdd([former, redone, sent].map((sha256) => fileRow(sha256, 'sent')));
  const usesOf = async (): Promise<Record<string, number>> =>
    Object.fromEntries((await readOwnFileUses(db, userId)).map(({ sha256, projects }) => [sha256, projects.length]));
  expect(await usesOf()).toMatchObject({ [former]: 0, [redone]: 0, [sent]: 0 });
  const restore = (sha256: string): Change => ({ kind: 'restore-clip', sceneId: testId(1), sha256, clips: [] });
  const step = { projectId: first, userId, label: 'Edit scene 1', at: 1 };
  await db.history.add({ ...step, changes: [], inverse: [restore(former)], state: 'done' });
  await db.history.add({ ...step, changes: [restore(redone)], inverse: [], state: 'undone' });
  expect(await usesOf()).toMatchObject({ [former]: 1, [redone]: 1, [sent]: 0 });
});
