import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClipStore, sha256Of, WrongHashError, type ClipStore } from '#data/clip-store.ts';
import { StoryreelDb } from '#data/db.ts';
import { createClipFetch } from '#sync/clip-fetch.ts';
import { browserDevice } from '#data/device.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { scrubCopies } from '#data/scrub-copies.ts';
import { keepFromFreeing, unlessOpened } from '#data/unwanted.ts';
import { writeScrubFile } from '#opfs/scrub-files.ts';

let root: FileSystemDirectoryHandle;
let store: ClipStore;
let nowMs = Date.now();
let rootName = '';

beforeEach(async () => {
  rootName = `test-${crypto.randomUUID()}`;
  root = await (await navigator.storage.getDirectory()).getDirectoryHandle(rootName, { create: true });
  nowMs = Date.now();
  store = createClipStore({ now: () => nowMs, newId: browserDevice.newId }, async () => root);
});

afterEach(async () => {
  await (await navigator.storage.getDirectory()).removeEntry(rootName, { recursive: true });
});

function bytes(fill: number, size = 300_000): Blob {
  return new Blob([new Uint8Array(size).fill(fill)]);
}

async function names(directory: string): Promise<string[]> {
  const found: string[] = [];
  for await (const name of (await root.getDirectoryHandle(directory, { create: true })).keys()) found.push(name);
  return found;
}

test('a clip is written under its hash, read back whole, counted and removed', async () => {
  const clip = bytes(7);
  const sha256 = await sha256Of(clip);
  expect(await store.has(sha256)).toBe(false);
  expect(await store.write(sha256, clip.stream())).toEqual({ sizeBytes: 300_000 });
  const file = await store.read(sha256);
  expect(file && (await sha256Of(file))).toBe(sha256);
  expect(await store.usage()).toBe(300_000);
  await store.remove(sha256);
  expect(await store.read(sha256)).toBeNull();
  await store.remove(sha256);
});

test('bytes that are not what their name says are refused and leave nothing', async () => {
  const sha256 = await sha256Of(bytes(1));
  await expect(store.write(sha256, bytes(2).stream())).rejects.toBeInstanceOf(WrongHashError);
  expect([await names('clips'), await names('clips-unfinished')]).toEqual([[], []]);
});

/** What was given up is gone at once, or, where the browser still held it, with a later sweep. */
async function expectNothingLeft(): Promise<void> {
  expect(await names('clips')).toEqual([]);
  nowMs += 3_700_000;
  await expect
    .poll(async () => {
      await store.sweep();
      return names('clips-unfinished');
    })
    .toEqual([]);
}

test('a stream that breaks off leaves nothing, and says why', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array(1_000));
      controller.error(new TypeError('network error'));
    },
  });
  await expect(store.write('0'.repeat(64), broken)).rejects.toThrow('network error');
  await expectNothingLeft();
});

test('a write that is given up leaves nothing, and ends as given up', async () => {
  const controller = new AbortController();
  const endless = new ReadableStream<Uint8Array>({ pull: (stream) => stream.enqueue(new Uint8Array(1_000)) });
  const writing = store.write('0'.repeat(64), endless, controller.signal);
  controller.abort();
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' });
  await expectNothingLeft();
});

test('what a closed tab left half-written is swept away after an hour, not before', async () => {
  const unfinished = await root.getDirectoryHandle('clips-unfinished', { create: true });
  await unfinished.getFileHandle('left-behind', { create: true });
  await store.sweep();
  expect(await names('clips-unfinished')).toEqual(['left-behind']);
  nowMs += 3_700_000;
  await store.sweep();
  expect(await names('clips-unfinished')).toEqual([]);
});

test('a clip that two want at once is fetched once, and told of when its file is whole', async () => {
  const clip = bytes(9);
  const sha256 = await sha256Of(clip);
  const db = new StoryreelDb(`test-${crypto.randomUUID()}`);
  try {
    let opened = 0;
    const fetchClip = createClipFetch({
      db,
      store,
      device: browserDevice,
      timer: { after: () => () => undefined },
      open: async () => {
        opened += 1;
        expect(await db.clips.get(sha256)).toBeUndefined();
        return clip.stream();
      },
    });
    await Promise.all([fetchClip({ sha256, url: '/clip' }), fetchClip({ sha256, url: '/clip' })]);
    await fetchClip({ sha256, url: '/clip' });
    expect(opened).toBe(1);
    expect(await db.clips.get(sha256)).toMatchObject({ sizeBytes: 300_000 });
    expect(await store.has(sha256)).toBe(true);
  } finally {
    await db.delete();
  }
});

test('a clip of this page goes with what was made of it', async () => {
  const sha256 = await sha256Of(bytes(9, 1_000));
  await clipStore.write(sha256, bytes(9, 1_000).stream());
  await writeScrubFile(sha256, bytes(1, 500));
  expect([await scrubCopies.has(sha256), (await scrubCopies.usage()) >= 500]).toEqual([true, true]);
  await clipStore.remove(sha256);
  expect([await clipStore.has(sha256), await scrubCopies.has(sha256)]).toEqual([false, false]);
});

test('nothing is freed while a page shows an opened file', async () => {
  const shown = new AbortController();
  await keepFromFreeing(shown.signal);
  let times = 0;
  const work = async (): Promise<void> => void (times += 1);
  await unlessOpened(work);
  expect(times).toBe(0);
  shown.abort();
  await expect.poll(async () => (await unlessOpened(work), times)).toBe(1);
});
