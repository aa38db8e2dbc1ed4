/** Everything that a project is made of: found once each, named, filtered, and removable only where nothing needs it. */
import fc from 'fast-check';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { filterMedia, readProjectMedia, removableMedia, type ProjectMedia } from '#data/tables/project-media.ts';
import type { OwnFile } from '#shared/entities/own-file.ts';
import { ownFile, ownFileRow } from '#tests/helpers/own-files.ts';
import { oneSecondFacts } from '#tests/helpers/clips/one-second-facts.ts';
import { audioPiece, completeScene, projectRow, testHash, testId } from '#tests/helpers/rows.ts';

const NAME = 'project-media';
const { id: projectId, userId } = projectRow();
let db: StoryreelDb;

const about = (n: number, name: string) => ({ sha256: testHash(n), name, sizeBytes: 1_000 * n, createdAt: n });
const own = (file: OwnFile) => ownFileRow(file, { state: 'sent', sentBytes: file.sizeBytes });

beforeEach(() => {
  db = new StoryreelDb(NAME);
});
afterEach(async () => {
  db.close();
  await Dexie.delete(NAME);
});

/** Two scenes with one clip, an extension, a deleted scene, an earlier take, music, a voice-over of two takes, and two files that nothing uses here. */
async function plant(): Promise<void> {
  const now = Date.now();
  const piece = audioPiece({ mediaId: testHash(20), name: 'Harbor at night' });
  const take = { mediaId: testHash(22), name: 'Take 1', inSeconds: 0, outSeconds: 3 };
  const voice = audioPiece({ id: testId(7), kind: 'voice', mediaId: testHash(21), name: 'Take 2', takes: [take] });
  await db.projects.add({ ...projectRow({ audio: [piece, voice] }), rev: 1 });
  await db.projects.add({
    ...projectRow({ id: testId(3), title: 'Another', audio: [audioPiece({ mediaId: testHash(31) })] }),
    rev: 1,
  });
  const scenes = [
    completeScene(1, { sha256: testHash(1), title: 'First light' }),
    completeScene(2, { sha256: testHash(1), title: 'First light' }),
    completeScene(3, { sha256: testHash(3), title: 'Beach' }),
    completeScene(3, { id: testId(904), isExtension: true, parentSceneId: testId(103), sha256: testHash(4) }),
  ];
  await db.scenes.bulkAdd(scenes.map((scene) => ({ ...scene, rev: 1 })));
  const gone = completeScene(9, { sha256: testHash(9), title: 'Cut' });
  await db.tombstones.add({ sceneId: gone.id, projectId, rows: [gone], deletedAt: now });
  await db.bases.add({
    ...{ projectId, userId, project: projectRow(), scenes: [], tombstones: [], hasScenes: true, orphanIds: [] },
    takes: [
      { sceneId: testId(101), scene: completeScene(1, { sha256: testHash(8) }), extensions: [], replacedAt: now },
    ],
    pulledAt: 1,
  });
  const video = { ...oneSecondFacts.video, frameCount: 48, durationSeconds: 2 };
  const files = [
    ownFile('clip', { ...about(3, 'Beach at noon.mp4'), facts: { video, audio: null } }),
    ...[about(20, 'Harbor.wav'), about(30, 'Waltz.mp3'), about(31, 'Elsewhere.wav')].map((of) => ownFile('sound', of)),
  ];
  await db.ownFiles.bulkAdd(files.map(own));
  await db.clips.bulkAdd([1, 3, 20].map((n) => ({ sha256: testHash(n), sizeBytes: 10, storedAt: 1 })));
}

const numberOf = ({ sha256 }: Pick<ProjectMedia, 'sha256'>): number => Number.parseInt(sha256, 16);

test('each file is there once, with where the movie has it', async () => {
  await plant();
  const items = await readProjectMedia(db, projectId, Date.now());
  expect(items.map((item) => [numberOf(item), item.kind, item.name, item.uses.length])).toEqual([
    [1, 'clip', 'First light', 2],
    [3, 'clip', 'Beach at noon.mp4', 1],
    [4, 'clip', 'Scene 3', 1],
    [20, 'sound', 'Harbor.wav', 1],
    [21, 'sound', 'Take 2', 1],
    [22, 'sound', 'Take 1', 1],
    [8, 'take', 'Scene 1', 0],
    [9, 'take', 'Cut', 0],
    [31, 'sound', 'Elsewhere.wav', 0],
    [30, 'sound', 'Waltz.mp3', 0],
  ]);
  const of = (n: number) => items.find((item) => numberOf(item) === n);
  expect(of(4)?.uses).toEqual([{ kind: 'scene', sceneId: testId(103), number: 3 }]);
  expect(of(8)?.comesBack).toEqual({ kind: 'take', sceneId: testId(101), number: 1 });
  expect(of(9)?.comesBack).toMatchObject({ kind: 'deleted', number: 9 });
  expect(of(3)).toMatchObject({ sizeBytes: 3_000, seconds: 2, isHere: true });
  expect(of(1)).toMatchObject({ sizeBytes: 2_000_000, seconds: 8, own: null });
  expect(of(30)?.isHere).toBe(false);
  // A voice-over has it, so it isn't among what can be removed.
  expect(of(22)?.uses).toMatchObject([{ kind: 'take', name: 'Take 2' }]);
});

test('only what no project needs can be removed', async () => {
  await plant();
  const items = await readProjectMedia(db, projectId, Date.now());
  expect(removableMedia(items).map(({ file }) => file.name)).toEqual(['Waltz.mp3']);
});

test('a project that is gone has no media', async () => {
  expect(await readProjectMedia(db, testId(77), Date.now())).toEqual([]);
});

test('used and unused make up all, and a search finds those with all its words', () => {
  const items = fc.array(
    fc.record({ name: fc.string(), isUsed: fc.boolean() }).map(({ name, isUsed }) => ({
      ...{ sha256: testHash(1), kind: 'clip' as const, name, sizeBytes: 1, seconds: 1, pictureUrl: null },
      uses: isUsed ? [{ kind: 'piece' as const, id: 'a' }] : [],
      ...{ comesBack: null, own: null, isHere: true },
    })),
  );
  fc.assert(
    fc.property(items, fc.string(), (all, typed) => {
      const count = (of: 'all' | 'used' | 'unused'): number => filterMedia(all, { words: typed, of }).length;
      expect(count('used') + count('unused')).toBe(count('all'));
      for (const item of all) expect(filterMedia([item], { words: item.name, of: 'all' })).toEqual([item]);
      const wanted = typed.toLocaleLowerCase().split(/\s+/).filter(Boolean);
      for (const { name } of filterMedia(all, { words: typed, of: 'all' }))
        for (const word of wanted) expect(name.toLocaleLowerCase()).toContain(word);
    }),
  );
});

test('a picture belongs to the scene whose clip was made of it, or goes by it', async () => {
  const settings = { seconds: 3, fit: 'fill', pushIn: false, background: 'black' } as const;
  await db.projects.add({ ...projectRow(), rev: 1 });
  await db.scenes.bulkAdd([
    { ...completeScene(1, { still: { picture: testHash(41), settings } }), rev: 1 },
    { ...completeScene(2, { referencePictures: [{ picture: testHash(42), shows: 'the old red tram' }] }), rev: 1 },
  ]);
  const names = ['Harbor.jpg', 'Tram.jpg', 'Spare.jpg'];
  await db.ownFiles.bulkAdd(names.map((name, n) => own(ownFile('picture', about(41 + n, name)))));
  const media = await readProjectMedia(db, projectId, Date.now());
  const pictures = media.filter(({ kind }) => kind === 'still');
  expect(pictures.map(({ name, uses }) => [name, uses])).toEqual([
    ['Harbor.jpg', [{ kind: 'scene', sceneId: completeScene(1).id, number: 1 }]],
    ['Tram.jpg', [{ kind: 'scene', sceneId: completeScene(2).id, number: 2 }]],
    ['Spare.jpg', []],
  ]);
  expect(removableMedia(media).map(({ file }) => file.name)).toEqual(['Spare.jpg']);
});
