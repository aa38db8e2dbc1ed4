/** What projects keep on this device, and what freeing space may touch. */
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { readDeviceStorage, removeClipsOf, sizesOf } from '#data/device-storage.ts';
import { keepOffline, pauseDownloads } from '#data/tables/offline-choice.ts';
import { missingClips, removeUnusedClips } from '#sync/clip-downloads.ts';
import { projectRow, sceneRow, testId } from '#tests/helpers/rows.ts';

const NAME = 'device-storage';
let db: StoryreelDb;
const [lone, shared, unsent, former] = ['a', 'b', 'c', 'd'].map((letter) => letter.repeat(64));
const [first, second] = [testId(71), testId(72)];
const { userId } = projectRow();
const removed: string[] = [];
const store = { remove: async (sha256: string) => void removed.push(sha256) };

beforeEach(async () => {
  db = new StoryreelDb(NAME);
  removed.length = 0;
  const scene = (
    id: number,
    projectId: string,
    sha256: string | undefined,
    videoUrl: string | null = '/api/media/x',
  ) => ({
    ...sceneRow(id, { id: testId(id), projectId, sha256: sha256 ?? null, videoUrl }),
    rev: 1,
  });
  await db.projects.bulkAdd([
    { ...projectRow({ id: first }), rev: 1 },
    { ...projectRow({ id: second }), rev: 1 },
  ]);
  const rows = [
    scene(1, first, lone),
    scene(2, first, shared),
    scene(3, first, unsent, null),
    scene(4, second, shared),
  ];
  await db.scenes.bulkAdd(rows);
  await db.bases.add({
    projectId: first,
    userId,
    project: null,
    scenes: [],
    tombstones: [
      {
        sceneId: testId(9),
        rows: [sceneRow(9, { id: testId(9), projectId: first, sha256: former ?? null })],
        deletedAt: 1,
      },
    ],
    hasScenes: true,
    orphanIds: [],
    pulledAt: 1,
  });
  const clips = [lone, shared, unsent].map((sha256) => ({ sha256: sha256 ?? '', sizeBytes: 10, storedAt: 1 }));
  await db.clips.bulkAdd(clips);
});
afterEach(async () => {
  db.close();
  await Dexie.delete(NAME);
});

test('sizes are those of the files, by project and kind', async () => {
  const { projects } = await readDeviceStorage(db, userId);
  const row = projects.find(({ project }) => project.id === first);
  if (!row) throw new Error('The project is not listed.');
  const file = (name: string | undefined, sizeBytes: number) => ({ name: name ?? '', sizeBytes });
  const sizes = sizesOf(row, {
    clips: [file(lone, 10), file(former, 7), file('e'.repeat(64), 99)],
    movies: [],
    scrubCopies: [file(`${lone}-1`, 3), file(`${'e'.repeat(64)}-1`, 99)],
    savedProjects: [],
    segments: [],
    shared: [],
    soundShapes: [],
  });
  expect(sizes).toEqual({ clips: 10, takes: 7, scrubCopies: 3, total: 20 });
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
  const [take, stray] = ['e'.repeat(64), 'f'.repeat(64)];
  await db.bases.update(first, {
    takes: [
      {
        sceneId: testId(1),
        scene: sceneRow(1, { id: testId(1), projectId: first, sha256: take }),
        extensions: [],
        replacedAt: 1,
      },
    ],
  });
  await db.clips.bulkAdd([former ?? '', take, stray].map((sha256) => ({ sha256, sizeBytes: 10, storedAt: 1 })));
  await removeUnusedClips(db, store);
  expect(removed).toEqual([stray]);
});
