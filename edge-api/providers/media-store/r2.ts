/**
 * Blobs in an R2 bucket, each under its SHA-256. A name must be known before a put ends, and the hash is known only
 * after the last byte: what fits into one part is held until then; what doesn't goes under a passing name first.
 */
import { hexOf } from '#shared/bytes.ts';
import {
  BlobMissingError,
  BlobTooLargeError,
  type MediaStore,
  type PutOptions,
  type StoredBlob,
  type StoredPage,
} from './port.ts';

/** What is used of a bucket's binding. */
export type Bucket = {
  head(key: string): Promise<{ size: number } | null>;
  get(
    key: string,
    options?: { range: { offset: number; length: number } },
  ): Promise<{ body: ReadableStream<Uint8Array> } | null>;
  put(key: string, value: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Promise<unknown>;
  delete(keys: string | string[]): Promise<void>;
  list(options: {
    prefix?: string;
    startAfter?: string;
    limit: number;
  }): Promise<{ objects: { key: string; uploaded: Date }[]; truncated: boolean }>;
  createMultipartUpload(key: string): Promise<Upload>;
};
type Part = { partNumber: number; etag: string };
type Upload = {
  uploadPart(partNumber: number, bytes: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>): Promise<Part>;
  complete(parts: Part[]): Promise<unknown>;
  abort(): Promise<void>;
};

/** A SHA-256 that is fed piece by piece. */
export type RunningHash = { update(bytes: Uint8Array<ArrayBuffer>): Promise<void>; hex(): Promise<string> };

export type R2Host = {
  bucket: Bucket;
  startHash(): RunningHash;
  randomBytes(count: number): Uint8Array;
  /** By default the provider's. */
  copies?: Copies;
};

/** What is put in one go at most, and the parts of what is larger. They pass as streams, so they cost no memory. */
type Copies = { longestBytes: number; partBytes: number };

/** The provider wants parts of 5 MiB at least; a Worker has 128 MB for all its requests. */
const PART_BYTES = 8 * 1024 * 1024;
/** Most files are frames and pictures, which need no more. */
const FIRST_BUFFER_BYTES = 64 * 1024;
/** The provider takes a little less than 5 GiB in one go (https://developers.cloudflare.com/r2/platform/limits/). */
const COPIES: Copies = { longestBytes: 4 * 1024 ** 3, partBytes: 512 * 1024 ** 2 };

export function r2Store(host: R2Host): MediaStore {
  const { bucket } = host;
  return {
    put: (body, options) => putBlob(host, body, options),
    size: async (sha256) => (await bucket.head(sha256))?.size ?? null,
    read: async (sha256, range) => {
      // An empty range is no range to the bucket, and one past the end gives all of it.
      if (range && range.start >= range.end) return new Blob([]).stream();
      const found = await bucket.get(
        sha256,
        range && { range: { offset: range.start, length: range.end - range.start } },
      );
      if (found === null) throw new BlobMissingError(sha256);
      return found.body;
    },
    list: (after, limit) => listBucket(bucket, after, limit),
    remove: (sha256s) => bucket.delete([...sha256s]),
    removeUnfinished: (beforeMs) => removeUnfinished(bucket, beforeMs),
  };
}

async function putBlob(host: R2Host, body: ReadableStream<Uint8Array>, options: PutOptions): Promise<StoredBlob> {
  const hash = host.startHash();
  const parts = partsOf(body, options, hash)[Symbol.asyncIterator]();
  try {
    return await putParts(host, parts, hash, options);
  } finally {
    // Wherever it ended early, whoever sends the body learns that nobody reads on.
    await parts.return?.(undefined);
  }
}

async function putParts(
  { bucket, randomBytes, copies = COPIES }: R2Host,
  parts: Parts,
  hash: RunningHash,
  options: PutOptions,
): Promise<StoredBlob> {
  /** A file that is there already is left alone: a bucket takes one write a second under a name, and charges for each. */
  const name = async (blob: StoredBlob, put: () => Promise<unknown>): Promise<StoredBlob> => {
    await options.beforeNamed?.(blob);
    if ((await bucket.head(blob.sha256)) === null) await put();
    return blob;
  };
  const first = await parts.next();
  const opening = first.done ? new Uint8Array() : first.value;
  const second = await parts.next();
  if (second.done) {
    const blob = { sha256: await hash.hex(), sizeBytes: opening.byteLength };
    return name(blob, () => bucket.put(blob.sha256, opening));
  }
  const passing = `${PASSING}${hexOf(randomBytes(16))}`;
  const sizeBytes = await upload(bucket, passing, async (send) => {
    await send(opening, opening.byteLength);
    await send(second.value, second.value.byteLength);
    for (let next = await parts.next(); !next.done; next = await parts.next())
      await send(next.value, next.value.byteLength);
  });
  try {
    const blob = { sha256: await hash.hex(), sizeBytes };
    return await name(blob, () => copy(bucket, { from: passing, ...blob }, copies));
  } finally {
    // What went wrong before is what counts; what is left behind is removed later.
    await bucket.delete(passing).catch(() => undefined);
  }
}

async function copy(
  bucket: Bucket,
  { from, sha256, sizeBytes }: StoredBlob & { from: string },
  { longestBytes, partBytes }: Copies,
): Promise<void> {
  const read = async (offset: number, length: number): Promise<ReadableStream<Uint8Array>> => {
    const found = await bucket.get(from, { range: { offset, length } });
    if (found === null) throw new BlobMissingError(sha256);
    return found.body;
  };
  if (sizeBytes <= longestBytes) return void (await bucket.put(sha256, await read(0, sizeBytes)));
  await upload(bucket, sha256, async (send) => {
    for (let at = 0; at < sizeBytes; at += partBytes) {
      const length = Math.min(partBytes, sizeBytes - at);
      await send(await read(at, length), length);
    }
  });
}

/** What names begin with that files have until their hash is known. */
const PASSING = 'unfinished/';

/** An isolate that ends between the last byte and the name leaves a file under its passing name. */
async function removeUnfinished(bucket: Bucket, beforeMs: number): Promise<number> {
  const { objects } = await bucket.list({ prefix: PASSING, limit: LISTED_AT_ONCE });
  const old = objects.filter(({ uploaded }) => uploaded.getTime() < beforeMs).map(({ key }) => key);
  if (old.length > 0) await bucket.delete(old);
  return old.length;
}

/** A bucket lists at most a thousand at once. */
const LISTED_AT_ONCE = 1_000;

async function listBucket(bucket: Bucket, after: string, limit: number): Promise<StoredPage> {
  const { objects, truncated } = await bucket.list({ startAfter: after, limit: Math.min(limit, LISTED_AT_ONCE) });
  return {
    blobs: objects.flatMap(({ key, uploaded }) =>
      /^[0-9a-f]{64}$/.test(key) ? [{ sha256: key, storedAtMs: uploaded.getTime() }] : [],
    ),
    next: truncated ? (objects.at(-1)?.key ?? null) : null,
  };
}

type Parts = AsyncIterator<Uint8Array<ArrayBuffer>>;

type Send = (part: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>, sizeBytes: number) => Promise<void>;

/** @param sendAll sends the parts in their order @returns how many bytes these were */
async function upload(bucket: Bucket, key: string, sendAll: (send: Send) => Promise<void>): Promise<number> {
  const multipart = await bucket.createMultipartUpload(key);
  const done: Part[] = [];
  let sizeBytes = 0;
  const send: Send = async (part, partBytes) => {
    done.push(await multipart.uploadPart(done.length + 1, part));
    sizeBytes += partBytes;
  };
  try {
    await sendAll(send);
    await multipart.complete(done);
    return sizeBytes;
  } catch (error) {
    // Why it ended is what counts: a file that is too large is refused, not fetched again. The provider drops what is left.
    await multipart.abort().catch(() => undefined);
    throw error;
  }
}

/** The body in parts of one size but for the last, hashed and counted on the way. Cancels the body when it ends early. */
async function* partsOf(
  body: ReadableStream<Uint8Array>,
  options: PutOptions,
  hash: RunningHash,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(options.signal?.reason).catch(() => undefined);
  options.signal?.addEventListener('abort', stop, { once: true });
  let part = new Uint8Array(FIRST_BUFFER_BYTES);
  let filled = 0;
  let total = 0;
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const { done, value } = await reader.read();
      options.signal?.throwIfAborted();
      if (done) break;
      total += value.byteLength;
      if (total > options.maxBytes) throw new BlobTooLargeError(options.maxBytes);
      await hash.update(new Uint8Array(value));
      for (let at = 0; at < value.byteLength;) {
        const piece = value.subarray(at, at + PART_BYTES - filled);
        part = withRoom(part, filled, filled + piece.byteLength);
        part.set(piece, filled);
        filled += piece.byteLength;
        at += piece.byteLength;
        if (filled < PART_BYTES) continue;
        yield part;
        part = new Uint8Array(Math.min(PART_BYTES, options.maxBytes - total + value.byteLength - at));
        filled = 0;
      }
    }
    if (filled > 0) yield part.subarray(0, filled);
  } finally {
    options.signal?.removeEventListener('abort', stop);
    // Nothing to give up when the body was read to its end; else its source must learn that nobody reads on.
    await reader.cancel().catch(() => undefined);
  }
}

/** The same bytes where there is room for so many: at least twice what there was, and a part at most. */
function withRoom(part: Uint8Array<ArrayBuffer>, filled: number, wanted: number): Uint8Array<ArrayBuffer> {
  if (wanted <= part.byteLength) return part;
  const larger = new Uint8Array(Math.min(PART_BYTES, Math.max(wanted, part.byteLength * 2)));
  larger.set(part.subarray(0, filled));
  return larger;
}

/** What workers have for hashing a stream. */
type DigestStream = {
  getWriter(): { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> };
  digest: Promise<ArrayBuffer>;
};

/** A running hash on a worker's `crypto.DigestStream`. */
export function digestStreamHash(create: () => DigestStream): RunningHash {
  const stream = create();
  const writer = stream.getWriter();
  return {
    update: (bytes) => writer.write(bytes),
    hex: async () => {
      await writer.close();
      return hexOf(new Uint8Array(await stream.digest));
    },
  };
}
