import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StoryreelDb } from '#data/db.ts';
import { removeUnusedClips } from '#sync/clip-fetch.ts';
import { runClipFacts, type ReadClipFacts } from '#sync/clip-facts.ts';
import { testHash } from '#tests/helpers/rows.ts';

const facts = {
  sizeBytes: 4,
  codec: 'avc1.64001f',
  width: 1280,
  height: 720,
  fps: { num: 24, den: 1 },
  frameCount: 192,
  keyFrames: [0],
  hasAudio: true,
  contentCredentials: Uint8Array.of(1, 2, 3),
};

let db: StoryreelDb;
let stop: AbortController;
beforeEach(() => {
  db = new StoryreelDb('clip-facts');
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  await db.delete();
});

const clip = (n: number) => ({ sha256: testHash(n), sizeBytes: 4, storedAt: 0 });

test('the facts of every clip on this device are kept with its credentials; one that cannot be read holds up no other', async () => {
  const failed: unknown[] = [];
  await db.clips.bulkPut([clip(1), clip(2)]);
  const readClipFacts = vi.fn<ReadClipFacts>(async (file) => {
    if ((await file.text()) === testHash(1)) throw new Error('no video');
    return facts;
  });
  const store = { read: async (sha256: string) => new File([sha256], sha256) };
  runClipFacts({ db, store, readClipFacts, onFailed: (error) => failed.push(error) }, stop.signal);
  await vi.waitFor(async () => expect(await db.clipFacts.toArray()).toEqual([{ sha256: testHash(2), ...facts }]));
  expect(failed).toMatchObject([{ message: 'no video' }]);

  await db.clips.put(clip(3));
  await vi.waitFor(async () => expect(await db.clipFacts.count()).toBe(2));
  expect(readClipFacts).toHaveBeenCalledTimes(3);
});

test('facts go with the file of their clip', async () => {
  const removed: string[] = [];
  await db.clips.put(clip(1));
  await db.clipFacts.put({ sha256: testHash(1), ...facts });
  await removeUnusedClips(db, { remove: async (sha256) => void removed.push(sha256) });
  expect(removed).toEqual([testHash(1)]);
  expect(await db.clipFacts.count()).toBe(0);
});
