import { open, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MediaStore } from '#edge-api/providers/media-store/port.ts';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import { plantClip } from './plant-clip.ts';
import { startTestApi, type TestApi, type TestUser } from './harness.ts';
import { newProject } from './new-project.ts';

const FILE_BYTES = 200 * 1024 * 1024;
/** What may lie in memory between the disk and the reader. */
const AHEAD_BYTES = 1024 * 1024;

let api: TestApi;
let ada: TestUser;
let path: string;
let mediaFile: string;
/** Bytes that left the store. */
let pulled: number;

beforeEach(async () => {
  pulled = 0;
  api = await startTestApi({ deps: { mediaStore: await countingStore() } });
  ada = await api.as('Ada');
  const { sha256 } = await plantClip(api.folder, await newProject(ada));
  mediaFile = join(api.folder, 'media', sha256.slice(0, 2), sha256);
  const file = await open(mediaFile, 'r+');
  await file.truncate(FILE_BYTES);
  await file.close();
  await api.db.execute({ sql: 'update media set size_bytes = ?', args: [FILE_BYTES] });
  path = `/api/media/${sha256}`;
});
afterEach(() => api.close());

/** The disk store of the API that is about to start, with a count of what is read from it. */
async function countingStore(): Promise<MediaStore> {
  const store = (): Promise<MediaStore> => openDiskStore(join(api.folder, 'media'), Date.now);
  return {
    put: async (...call) => (await store()).put(...call),
    size: async (sha256) => (await store()).size(sha256),
    list: async (...call) => (await store()).list(...call),
    remove: async (sha256s) => (await store()).remove(sha256s),
    removeUnfinished: async (beforeMs) => (await store()).removeUnfinished(beforeMs),
    read: async (...call) => {
      const count = new TransformStream<Uint8Array, Uint8Array>(
        {
          transform(chunk, controller) {
            pulled += chunk.byteLength;
            controller.enqueue(chunk);
          },
        },
        { highWaterMark: 1 },
        { highWaterMark: 0 },
      );
      return (await (await store()).read(...call)).pipeThrough(count);
    },
  };
}

async function readerOf(reply: Response) {
  if (reply.body === null) throw new Error('There is no body.');
  return reply.body.getReader();
}

/** How often this process has the file open. */
async function timesOpen(): Promise<number> {
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((target) => target === mediaFile).length;
}

test('a file of any size is read no faster than it is taken', async () => {
  const reader = await readerOf(await ada.fetch(path));
  let received = 0;
  let mostAhead = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    received += next.value.byteLength;
    mostAhead = Math.max(mostAhead, pulled - received);
  }
  expect(received).toBe(FILE_BYTES);
  expect(mostAhead).toBeLessThan(AHEAD_BYTES);
  expect(await timesOpen()).toBe(0);
});

test('a reader that goes away closes the file', async () => {
  const reader = await readerOf(await ada.fetch(path, { headers: { Range: 'bytes=1000-' } }));
  await reader.read();
  expect(await timesOpen()).toBe(1);
  await reader.cancel();
  expect(await timesOpen()).toBe(0);
  expect(pulled).toBeLessThan(AHEAD_BYTES);
});

test('a request for the headers alone reads nothing', async () => {
  const reply = await ada.fetch(path, { method: 'HEAD' });
  expect([reply.status, reply.headers.get('content-length')]).toEqual([200, String(FILE_BYTES)]);
  expect([pulled, await timesOpen()]).toEqual([0, 0]);
});
