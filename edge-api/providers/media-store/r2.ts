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
  uploadPart(partNumber: number, bytes: Uint8Array<ArrayBuffer>): Promise<Part>;
  complete(parts: Part[]): Promise<unknown>;
  abort(): Promise<void>;
};

/** A SHA-256 that is fed piece by piece. */
export type RunningHash = { update(bytes: Uint8Array<ArrayBuffer>): Promise<void>; hex(): Promise<string> };

export type R2Host = { bucket: Bucket; startHash(): RunningHash; randomBytes(count: number): Uint8Array };

/** The provider wants parts of 5 MiB at least; a Worker has 128 MB for all its requests. */
const PART_BYTES = 8 * 1024 * 1024;

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
  { bucket, randomBytes }: R2Host,
  parts: Parts,
  hash: RunningHash,
  options: PutOptions,
): Promise<StoredBlob> {
  const first = await parts.next();
  const opening = first.done ? new Uint8Array() : first.value;
  const second = await parts.next();
  if (second.done) {
    const blob = { sha256: await hash.hex(), sizeBytes: opening.byteLength };
    await options.beforeNamed?.(blob);
    await bucket.put(blob.sha256, opening);
    return blob;
  }
  const passing = `${PASSING}${hexOf(randomBytes(16))}`;
  const sizeBytes = await upload(bucket, passing, [opening, second.value], parts);
  try {
    const sha256 = await hash.hex();
    const whole = await bucket.get(passing);
    if (whole === null) throw new BlobMissingError(sha256);
    await options.beforeNamed?.({ sha256, sizeBytes });
    await bucket.put(sha256, whole.body);
    return { sha256, sizeBytes };
  } finally {
    await bucket.delete(passing);
  }
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

async function upload(bucket: Bucket, key: string, opening: Uint8Array<ArrayBuffer>[], rest: Parts): Promise<number> {
  const multipart = await bucket.createMultipartUpload(key);
  const done: Part[] = [];
  let sizeBytes = 0;
  const send = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    done.push(await multipart.uploadPart(done.length + 1, bytes));
    sizeBytes += bytes.byteLength;
  };
  try {
    for (const bytes of opening) await send(bytes);
    for (let next = await rest.next(); !next.done; next = await rest.next()) await send(next.value);
    await multipart.complete(done);
    return sizeBytes;
  } catch (error) {
    await multipart.abort();
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
  let part = new Uint8Array(PART_BYTES);
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
        part.set(piece, filled);
        filled += piece.byteLength;
        at += piece.byteLength;
        if (filled < PART_BYTES) continue;
        yield part;
        part = new Uint8Array(PART_BYTES);
        filled = 0;
      }
    }
    if (filled > 0) yield part.slice(0, filled);
  } finally {
    options.signal?.removeEventListener('abort', stop);
    // Nothing to give up when the body was read to its end; else its source must learn that nobody reads on.
    await reader.cancel().catch(() => undefined);
  }
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
