import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDiskStore } from '#edge-api/providers/media-store/disk.ts';
import {
  BlobMissingError,
  BlobTooLargeError,
  type MediaStore,
  type StoredBlob,
  type StoredPage,
} from '#edge-api/providers/media-store/port.ts';
import { r2Store, type Bucket, type R2Host } from '#edge-api/providers/media-store/r2.ts';

type OpenStore = {
  store: MediaStore;
  /** Everything that lies there, half-written things too. */ names(): Promise<string[]>;
  /** Leaves a file as a put does whose process dies. */ leaveUnfinished(): Promise<void>;
  close(): Promise<void>;
};

async function diskStore(): Promise<OpenStore> {
  const folder = await mkdtemp(join(tmpdir(), 'storyreel-media-'));
  return {
    store: await openDiskStore(folder, () => Date.now()),
    leaveUnfinished: async () => {
      const left = await mkdtemp(join(folder, 'unfinished', 'put-'));
      await writeFile(join(left, 'blob'), bytesOf(10));
    },
    names: async () =>
      (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name),
    close: () => rm(folder, { recursive: true }),
  };
}

/** A bucket that keeps R2's rules: parts of equal size but for the last, of 5 MiB at least. */
function memoryBucket(): Bucket & { blobs: Map<string, Uint8Array<ArrayBuffer>>; uploads: number } {
  const blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    blobs,
    uploads: 0,
    head: async (key) => (blobs.has(key) ? { size: blobs.get(key)?.byteLength ?? 0 } : null),
    get: async (key, options) => {
      const bytes = blobs.get(key);
      if (!bytes) return null;
      const { offset, length } = options?.range ?? { offset: 0, length: bytes.byteLength };
      return { body: new Blob([offset >= bytes.byteLength ? bytes : bytes.slice(offset, offset + length)]).stream() };
    },
    put: async (key, value) => void blobs.set(key, new Uint8Array(await new Response(value).arrayBuffer())),
    delete: async (keys) => {
      for (const key of [keys].flat()) blobs.delete(key);
    },
    list: async ({ prefix = '', startAfter = '', limit }) => {
      const keys = [...blobs.keys()].filter((key) => key.startsWith(prefix) && key > startAfter).toSorted();
      const objects = keys.slice(0, limit).map((key) => ({ key, uploaded: new Date() }));
      return { objects, truncated: keys.length > limit };
    },
    async createMultipartUpload(key) {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      this.uploads += 1;
      return {
        uploadPart: async (partNumber, bytes) => {
          parts[partNumber - 1] = new Uint8Array(await new Response(bytes).arrayBuffer());
          return { partNumber, etag: `e${partNumber}` };
        },
        complete: async (done) => {
          this.uploads -= 1;
          const isEven = parts
            .slice(0, -1)
            .every((part) => part.byteLength === parts[0]?.byteLength && part.byteLength >= 5 * 1024 * 1024);
          if (!isEven || done.length !== parts.length) throw new Error('The parts are not as R2 wants them.');
          blobs.set(key, new Uint8Array(await new Blob(parts).arrayBuffer()));
        },
        abort: async () => void (this.uploads -= 1),
      };
    },
  };
}

async function bucketStore(bucket = memoryBucket(), copies?: R2Host['copies']): Promise<OpenStore> {
  const startHash = () => {
    const hash = createHash('sha256');
    return { update: async (bytes: Uint8Array) => void hash.update(bytes), hex: async () => hash.digest('hex') };
  };
  return {
    store: r2Store({
      bucket,
      startHash,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      ...(copies && { copies }),
    }),
    leaveUnfinished: async () => void bucket.blobs.set('unfinished/0123', bytesOf(10)),
    names: async () => [...bucket.blobs.keys(), ...Array.from({ length: bucket.uploads }, () => 'an open upload')],
    close: async () => undefined,
  };
}

/** Made once: a function for each byte would take longer than all that is tested. */
const BYTES = new Uint8Array(20_000_000);
for (let n = 0; n < BYTES.length; n++) BYTES[n] = (n * 31 + (n >> 8)) & 0xff;
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => BYTES.slice(0, length);
const streamOf = (...parts: Uint8Array<ArrayBuffer>[]): ReadableStream<Uint8Array> => new Blob(parts).stream();
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each([
  ['on disk', diskStore],
  ['in a bucket', bucketStore],
])('a media store %s', (_, start: () => Promise<OpenStore>) => {
  let open: OpenStore;
  let store: MediaStore;
  beforeEach(async () => {
    open = await start();
    store = open.store;
  });
  afterEach(() => open.close());

  test.each([0, 1, 1_000, 8 * 1024 * 1024, 8 * 1024 * 1024 + 1, 20_000_000])(
    'keeps %i bytes under their hash',
    async (length) => {
      const bytes = bytesOf(length);
      expect(await store.put(streamOf(bytes), { maxBytes: length })).toEqual({
        sha256: sha256(bytes),
        sizeBytes: length,
      });
      expect(await store.size(sha256(bytes))).toBe(length);
      const read = new Uint8Array(await new Response(await store.read(sha256(bytes))).arrayBuffer());
      expect(sha256(read)).toBe(sha256(bytes));
      expect(await open.names()).toEqual([sha256(bytes)]);
    },
  );

  test('keeps the same bytes once, however they were cut', async () => {
    const bytes = bytesOf(5_000);
    const first = await store.put(streamOf(bytes), { maxBytes: 5_000 });
    expect(await store.put(streamOf(bytes.slice(0, 7), bytes.slice(7)), { maxBytes: 5_000 })).toEqual(first);
    expect(await open.names()).toHaveLength(1);
  });

  test('hands out ranges', async () => {
    const bytes = bytesOf(600_000);
    await store.put(streamOf(bytes), { maxBytes: 600_000 });
    for (const [from, to] of [
      [0, 1],
      [5, 5],
      [599_999, 600_000],
      [100, 590_000],
    ] as const) {
      const part = new Uint8Array(
        await new Response(await store.read(sha256(bytes), { start: from, end: to })).arrayBuffer(),
      );
      expect(Buffer.compare(part, bytes.subarray(from, to))).toBe(0);
    }
  });

  test('lists what it keeps, page by page, in the order of names', async () => {
    const names: string[] = [];
    for (let length = 1; length <= 30; length++)
      names.push((await store.put(streamOf(bytesOf(length)), { maxBytes: length })).sha256);
    const listed: string[] = [];
    let pages = 0;
    for (let after: string | null = ''; after !== null; pages++) {
      const page: StoredPage = await store.list(after, 7);
      listed.push(...page.blobs.map((blob) => blob.sha256));
      for (const { storedAtMs } of page.blobs) expect(Math.abs(Date.now() - storedAtMs)).toBeLessThan(60_000);
      after = page.next;
    }
    expect(listed).toEqual(names.toSorted());
    expect(pages).toBeGreaterThan(2);
  });

  test.each([100, 20_000_000])(
    'says what %i bytes are called before they are, and keeps nothing if told not to',
    async (length) => {
      const bytes = bytesOf(length);
      const told: unknown[] = [];
      const beforeNamed = async (blob: StoredBlob): Promise<void> => {
        told.push(blob, await store.size(blob.sha256));
        throw new Error('Not now.');
      };
      await expect(store.put(streamOf(bytes), { maxBytes: length, beforeNamed })).rejects.toThrow('Not now.');
      expect(told).toEqual([{ sha256: sha256(bytes), sizeBytes: length }, null]);
      expect(await open.names()).toEqual([]);
    },
  );

  test('says when there is no such blob, and removing it is no error', async () => {
    const none = sha256(bytesOf(1));
    expect(await store.size(none)).toBeNull();
    await expect(store.read(none)).rejects.toBeInstanceOf(BlobMissingError);
    await store.remove([none]);
  });

  test.each([100, 20_000_000])('keeps nothing of %i bytes that are too many', async (length) => {
    await expect(store.put(streamOf(bytesOf(length)), { maxBytes: length - 1 })).rejects.toBeInstanceOf(
      BlobTooLargeError,
    );
    expect(await open.names()).toEqual([]);
  });

  test('removes what is left of a put that ended halfway, and nothing else', async () => {
    const { sha256: kept } = await store.put(streamOf(bytesOf(100)), { maxBytes: 100 });
    await open.leaveUnfinished();
    expect(await store.removeUnfinished(Date.now() - 60_000)).toBe(0);
    expect(await open.names()).toHaveLength(2);
    expect(await store.removeUnfinished(Date.now() + 60_000)).toBe(1);
    expect(await open.names()).toEqual([kept]);
  });

  test.each([0, 2])('keeps nothing of a stream that breaks off after %i large pieces', async (pieces) => {
    let sent = 0;
    const broken = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (sent++ < pieces) controller.enqueue(bytesOf(8 * 1024 * 1024));
        else controller.error(new Error('The line is dead.'));
      },
    });
    await expect(store.put(broken, { maxBytes: 100_000_000 })).rejects.toThrow('The line is dead.');
    expect(await open.names()).toEqual([]);
  });

  test('keeps nothing of what is given up, and tells the source', async () => {
    let toldWhy: unknown;
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(bytesOf(10)),
      cancel: (reason) => {
        toldWhy = reason;
      },
    });
    const giveUp = new AbortController();
    const waiting = store.put(endless, { maxBytes: 100, signal: giveUp.signal });
    giveUp.abort(new Error('No longer wanted.'));
    await expect(waiting).rejects.toThrow('No longer wanted.');
    expect(String(toldWhy)).toContain('No longer wanted.');
    expect(await open.names()).toEqual([]);
  });
});

describe('a finished file', () => {
  const bytes = 'the whole movie';
  const blob = { sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes: bytes.length };
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storyreel-adopt-'));
    await writeFile(join(folder, 'movie.mp4'), bytes);
  });
  afterEach(() => rm(folder, { recursive: true }));

  // Where the second is on another disk, the file is copied; else it is linked, as on the first.
  test.each([tmpdir(), '/dev/shm'])('is stored from elsewhere into %s, as often as it likes', async (disk) => {
    const root = await mkdtemp(join(await realpath(disk).catch(() => tmpdir()), 'storyreel-media-'));
    const store = await openDiskStore(root, () => Date.now());
    await expect(store.pathOf(blob.sha256)).rejects.toThrow(BlobMissingError);
    for (let times = 0; times < 2; times++) await store.adopt(join(folder, 'movie.mp4'), blob);
    await rm(join(folder, 'movie.mp4'));
    expect(await readFile(await store.pathOf(blob.sha256), 'utf8')).toBe(bytes);
    expect(await new Response(await store.read(blob.sha256, { start: 4, end: 9 })).text()).toBe('whole');
    expect(await readdir(join(root, 'unfinished'))).toEqual([]);
    await rm(root, { recursive: true });
  });
});

test('a bucket that takes nothing cancels what is sent to it', async () => {
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(bytesOf(8 * 1024 * 1024)),
    cancel: () => void (isCancelled = true),
  });
  const createMultipartUpload = (): Promise<never> => Promise.reject(new Error('The bucket is closed.'));
  const { store } = await bucketStore({ ...memoryBucket(), createMultipartUpload });
  await expect(store.put(endless, { maxBytes: 100_000_000 })).rejects.toThrow('The bucket is closed.');
  expect(isCancelled).toBe(true);
});

test('a file that is too large for one put gets its name in parts', async () => {
  const bucket = memoryBucket();
  const put = vi.spyOn(bucket, 'put');
  const partBytes = 6 * 1024 * 1024;
  const { store, names } = await bucketStore(bucket, { longestBytes: 2 * partBytes, partBytes });
  const bytes = bytesOf(20_000_000);
  await store.put(streamOf(bytes), { maxBytes: bytes.length });
  expect(await names()).toEqual([sha256(bytes)]);
  expect(Buffer.compare(bucket.blobs.get(sha256(bytes)) ?? new Uint8Array(), bytes)).toBe(0);
  expect(put).not.toHaveBeenCalled();
});

test.each([100, 20_000_000])('a bucket is not asked to write %i bytes that it has', async (length) => {
  const bucket = memoryBucket();
  const { store, names } = await bucketStore(bucket);
  const bytes = bytesOf(length);
  const first = await store.put(streamOf(bytes), { maxBytes: length });
  // It takes one write a second under a name, and refuses others.
  bucket.put = () => Promise.reject(new Error('put: Reduce your concurrent request rate for the same object. (10058)'));
  expect(await store.put(streamOf(bytes), { maxBytes: length })).toEqual(first);
  expect(await names()).toEqual([first.sha256]);
});

test('a file is too large, even if the bucket can’t give up what it has of it', async () => {
  const bucket = memoryBucket();
  const { createMultipartUpload } = bucket;
  bucket.createMultipartUpload = async (key) => ({
    ...(await createMultipartUpload.call(bucket, key)),
    abort: () => Promise.reject(new Error('abort: We encountered an internal error. (10001)')),
  });
  const { store } = await bucketStore(bucket);
  const put = store.put(streamOf(bytesOf(20_000_000)), { maxBytes: 19_000_000 });
  await expect(put).rejects.toBeInstanceOf(BlobTooLargeError);
});
