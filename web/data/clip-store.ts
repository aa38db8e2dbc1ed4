/** Clips as files of the origin private file system, each named by its SHA-256. A file under its name is whole and true. */
import { filesOf, moveOrCopy, openDirectory, readFile, removeFile, removeUnlessHeld } from '#opfs/files.ts';
import { storedKinds } from '#opfs/stored-kinds.ts';
import { hexOf } from '#shared/bytes.ts';
import type { Device } from './device.ts';
import { clipWords } from './words.ts';

/** Directory of the clips, from the root of the origin private file system. */
export const CLIP_DIRECTORY = storedKinds.clips.directory;
/** Where files are while they are being written. */
export const UNFINISHED_DIRECTORY = 'clips-unfinished';
/** Longer than any clip takes to arrive; what is older was left by a tab that died. */
const UNFINISHED_FOR_MS = 3_600_000;

export type ClipStore = {
  has(sha256: string): Promise<boolean>;
  /** The file, read by ranges; null when it is not here. */
  read(sha256: string): Promise<File | null>;
  /**
   * Writes a clip and closes the stream. When it fails, nothing stands under the clip's name.
   * @throws WrongHashError, QuotaExceededError (a DOMException), the stream's own error, AbortError
   */
  write(sha256: string, bytes: ReadableStream<Uint8Array>, signal?: AbortSignal): Promise<{ sizeBytes: number }>;
  remove(sha256: string): Promise<void>;
  /** Bytes that the clips take up. */
  usage(): Promise<number>;
  /** Removes what tabs that died left half-written. */
  sweep(): Promise<void>;
};

/** What arrived is not what was asked for. */
export class WrongHashError extends Error {
  constructor(expected: string, found: string) {
    super(clipWords.damaged({ expected: `${expected.slice(0, 8)}…`, found: `${found.slice(0, 8)}…` }));
    this.name = 'WrongHashError';
  }
}

/** @param root the directory under which everything is kept; the origin private file system's own, if none is named */
export function createClipStore(device: Device, root?: () => Promise<FileSystemDirectoryHandle>): ClipStore {
  const directory = (name: string): Promise<FileSystemDirectoryHandle> => openDirectory([name], true, root);
  const read = async (sha256: string): Promise<File | null> => readFile(await directory(CLIP_DIRECTORY), sha256);

  return {
    read,
    has: async (sha256) => (await read(sha256)) !== null,
    async write(sha256, bytes, signal) {
      const unfinished = await directory(UNFINISHED_DIRECTORY);
      const name = device.newId();
      try {
        const handle = await unfinished.getFileHandle(name, { create: true });
        await writeWhole(await handle.createWritable(), bytes, signal);
        const file = await handle.getFile();
        const found = await sha256Of(file);
        if (found !== sha256) throw new WrongHashError(sha256, found);
        await moveOrCopy(handle, await directory(CLIP_DIRECTORY), sha256);
        return { sizeBytes: file.size };
      } finally {
        // Chromium lets go of a file that was given up a moment after it has said so. One that is still held is left to
        // the next sweep: it must not hide why the writing failed.
        await removeUnlessHeld(unfinished, name);
      }
    },
    remove: async (sha256) => removeFile(await directory(CLIP_DIRECTORY), sha256),
    async usage() {
      let total = 0;
      for await (const file of filesOf(await directory(CLIP_DIRECTORY))) total += file.size;
      return total;
    },
    async sweep() {
      const unfinished = await directory(UNFINISHED_DIRECTORY);
      const old: string[] = [];
      for await (const file of filesOf(unfinished))
        if (file.lastModified < device.now() - UNFINISHED_FOR_MS) old.push(file.name);
      for (const name of old) await removeUnlessHeld(unfinished, name);
    },
  };
}

/** The browser hashes only what is in memory as a whole: larger files are hashed in pieces, by a worker. */
const WHOLE_BYTES = 100 * 1024 * 1024;

/** Lower-case hexadecimal SHA-256 of a file as it lies on the disk. */
export async function sha256Of(file: Blob): Promise<string> {
  if (file.size > WHOLE_BYTES) return hashLarge(file);
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
}

/** Writes and closes; on failure gives the file up and says why. */
async function writeWhole(
  writable: FileSystemWritableFileStream,
  bytes: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await bytes.pipeTo(writable, { preventAbort: true, ...(signal && { signal }) });
  } catch (error) {
    await writable.abort(error);
    throw error;
  }
}

function hashLarge(file: Blob): Promise<string> {
  const worker = new Worker(new URL('./hash.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<string>((resolve, reject) => {
    worker.onerror = reject;
    worker.onmessage = ({ data }: MessageEvent<unknown>) => (typeof data === 'string' ? resolve(data) : reject(data));
    worker.postMessage(file);
  }).finally(() => worker.terminate());
}
