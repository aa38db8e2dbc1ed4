/** Blobs as files: `<root>/<first two digits>/<sha256>`, written beside, flushed and renamed, so that a name is never half a file. */
import { createHash } from 'node:crypto';
import { copyFile, link, mkdir, mkdtemp, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import {
  BlobMissingError,
  BlobTooLargeError,
  type ByteRange,
  type MediaStore,
  type PutOptions,
  type StoredBlob,
  type StoredPage,
} from './port.ts';

const CHUNK_BYTES = 256 * 1024;
/** A put takes minutes at most: anything older was left by a process that died. */
const ABANDONED_AFTER_MS = 60 * 60 * 1000;
const UNFINISHED = 'unfinished';

/** A media store whose files other programs on this machine can read. */
export type DiskStore = MediaStore & {
  /**
   * The path of a blob, which must not be written to.
   * @throws BlobMissingError
   */
  pathOf(sha256: string): Promise<string>;
  /** Stores a finished file under the hash that it is known to have. It stays where it is; nobody may write to it any more. */
  adopt(path: string, blob: StoredBlob): Promise<void>;
};

/**
 * Opens (and makes) the folder and clears away what a dead process left unfinished.
 * @throws the file system's error when the folder can't be made or written
 */
export async function openDiskStore(root: string, now: () => number): Promise<DiskStore> {
  const unfinished = join(root, UNFINISHED);
  await mkdir(unfinished, { recursive: true });
  await removeAbandoned(unfinished, now() - ABANDONED_AFTER_MS);
  const pathOf = (sha256: string): string => join(root, sha256.slice(0, 2), sha256);
  return {
    put: (body, options) => putFile(root, pathOf, body, options),
    size: async (sha256) => (await statOrNull(pathOf(sha256)))?.size ?? null,
    read: (sha256, range) => readFileStream(sha256, pathOf(sha256), range),
    list: (after, limit) => listFiles(root, after, limit),
    remove: async (sha256s) => {
      for (const sha256 of sha256s) await rm(pathOf(sha256), { force: true });
    },
    removeUnfinished: (beforeMs) => removeAbandoned(unfinished, beforeMs),
    pathOf: async (sha256) => {
      if ((await statOrNull(pathOf(sha256))) === null) throw new BlobMissingError(sha256);
      return pathOf(sha256);
    },
    adopt: (path, { sha256 }) => adoptFile(root, path, pathOf(sha256)),
  };
}

/** Without writing the bytes again where both are on one disk. */
async function adoptFile(root: string, from: string, path: string): Promise<void> {
  await flush(from);
  const folder = await mkdtemp(join(root, UNFINISHED, 'put-'));
  const temporary = join(folder, 'blob');
  try {
    await link(from, temporary).catch(async (error: unknown) => {
      if (!isOtherDisk(error)) throw error;
      await copyFile(from, temporary);
      await flush(temporary);
    });
    await mkdir(join(path, '..'), { recursive: true });
    await rename(temporary, path);
    await flush(join(path, '..'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function putFile(
  root: string,
  pathOf: (sha256: string) => string,
  body: ReadableStream<Uint8Array>,
  options: PutOptions,
): Promise<StoredBlob> {
  const folder = await mkdtemp(join(root, UNFINISHED, 'put-'));
  const temporary = join(folder, 'blob');
  try {
    const written = await writeHashed(temporary, body, options);
    await options.beforeNamed?.(written);
    const path = pathOf(written.sha256);
    await mkdir(join(path, '..'), { recursive: true });
    await rename(temporary, path);
    await flush(join(path, '..'));
    return written;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeHashed(path: string, body: ReadableStream<Uint8Array>, options: PutOptions): Promise<StoredBlob> {
  const hash = createHash('sha256');
  const reader = body.getReader();
  const stop = (): void => void reader.cancel(options.signal?.reason).catch(() => undefined);
  options.signal?.addEventListener('abort', stop, { once: true });
  const file = await open(path, 'wx');
  let sizeBytes = 0;
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const { done, value } = await reader.read();
      options.signal?.throwIfAborted();
      if (done) break;
      sizeBytes += value.byteLength;
      if (sizeBytes > options.maxBytes) throw new BlobTooLargeError(options.maxBytes);
      hash.update(value);
      await writeAll(file, value);
    }
    await file.sync();
    return { sha256: hash.digest('hex'), sizeBytes };
  } catch (error) {
    // Tell the source that nobody reads on. Its own error is already being thrown.
    await reader.cancel(error).catch(() => undefined);
    throw error;
  } finally {
    options.signal?.removeEventListener('abort', stop);
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.byteLength;) {
    const result = await file.write(bytes, written);
    written += result.bytesWritten;
  }
}

/** The file opens on the first read, so an unread stream holds nothing open. */
async function readFileStream(
  sha256: string,
  path: string,
  range: ByteRange | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const found = await statOrNull(path);
  if (found === null) throw new BlobMissingError(sha256);
  let position = range?.start ?? 0;
  const end = Math.min(range?.end ?? found.size, found.size);
  let file: FileHandle | null = null;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        file ??= await open(path, 'r');
        try {
          const chunk = new Uint8Array(Math.min(CHUNK_BYTES, Math.max(0, end - position)));
          const bytesRead =
            chunk.byteLength === 0 ? 0 : (await file.read(chunk, 0, chunk.byteLength, position)).bytesRead;
          position += bytesRead;
          if (bytesRead > 0) controller.enqueue(chunk.subarray(0, bytesRead));
          if (bytesRead > 0 && position < end) return;
          await file.close();
          controller.close();
        } catch (error) {
          await file.close();
          throw error;
        }
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  );
}

const FOLDERS = 256;
const isBlobName = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

/** Whole folders, so that a page holds a few more than were asked for. */
async function listFiles(root: string, after: string, limit: number): Promise<StoredPage> {
  const blobs: StoredPage['blobs'] = [];
  const first = after === '' ? 0 : Number.parseInt(after.slice(0, 2), 16);
  for (let index = first; index < FOLDERS; index++) {
    const folder = index.toString(16).padStart(2, '0');
    const names = (await namesIn(join(root, folder))).filter((name) => isBlobName(name) && name > after);
    for (const sha256 of names.toSorted()) {
      const found = await statOrNull(join(root, folder, sha256));
      if (found !== null) blobs.push({ sha256, storedAtMs: found.mtimeMs });
    }
    if (blobs.length >= limit && index + 1 < FOLDERS) return { blobs, next: blobs.at(-1)?.sha256 ?? null };
  }
  return { blobs, next: null };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** Of a file or a folder: a rename is durable only once its folder is flushed, too. */
async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** @returns how many it has removed */
async function removeAbandoned(folder: string, beforeMs: number): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await statOrNull(path);
    if (!found || found.mtimeMs >= beforeMs) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}

async function statOrNull(path: string): Promise<{ size: number; mtimeMs: number } | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Another disk, or a file system without links. */
function isOtherDisk(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(String(error.code))
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
