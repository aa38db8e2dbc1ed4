/** Where a movie is written: by positions, in pieces, so that it is never whole in memory. */
import type { OpfsPath } from '#media/probe/locate.ts';
import { openDirectory } from '#opfs/files.ts';

export type OutputFile = {
  /**
   * Writes bytes, or ranges of files that a Blob names, at a position; bytes are the caller's again when it ends.
   * @throws whatever the store says, such as a QuotaExceededError
   */
  write(data: Uint8Array<ArrayBuffer> | Blob, at: number): Promise<void>;
  /** Ends the writing and gives the file to read. */
  finish(): Promise<Blob>;
  /** Ends the writing, if it has not ended, and removes what was written. May be called twice. */
  discard(): Promise<void>;
};

/** Bytes that are read at once where a Blob can't be handed over as it is. */
const PIECE_BYTES = 2 << 20;

/** What a movie is written of: ranges of files, which the browser copies by itself, or bytes that come through here. */
export type WrittenOf = 'ranges' | 'bytes';

/** A file in the origin private file system. Old content is dropped. */
export async function createOpfsOutput(path: OpfsPath, of: WrittenOf = 'ranges'): Promise<OutputFile> {
  const directory = await openDirectory(path.directories, true);
  const file = await directory.getFileHandle(path.name, { create: true });
  const remove = (): Promise<void> => removeReleased(directory, path.name);
  // Bytes go into the file without a message to the browser for each, where a worker may open it.
  const isDirect = of === 'bytes' && 'createSyncAccessHandle' in file;
  return 'createWritable' in file && !isDirect ? await streamInto(file, remove) : await writeInto(file, remove);
}

/** A browser may hold a file for a moment after its writer has ended: how often, and how long apart, its removal is tried. */
const REMOVALS = 20;
const REMOVAL_PAUSE_MS = 50;

async function removeReleased(directory: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await directory.removeEntry(name);
      return;
    } catch (error) {
      const isHeld = error instanceof DOMException && error.name === 'NoModificationAllowedError';
      if (!isHeld || tries === REMOVALS) throw error;
      await new Promise((resolve) => setTimeout(resolve, REMOVAL_PAUSE_MS));
    }
  }
}

/** A file that the person chose. Until it is finished the file keeps its old content. */
export async function createPickedOutput(file: FileSystemFileHandle): Promise<OutputFile> {
  return await streamInto(file, async () => undefined);
}

/** Through a stream that the browser itself copies ranges of files into, and that becomes the file's content when it is closed. */
async function streamInto(file: FileSystemFileHandle, remove: () => Promise<void>): Promise<OutputFile> {
  const stream = await file.createWritable();
  let state: 'open' | 'closed' | 'gone' = 'open';
  return {
    write: (data, position) => stream.write({ type: 'write', position, data }),
    async finish() {
      state = 'closed';
      await stream.close();
      return await file.getFile();
    },
    async discard() {
      if (state === 'gone') return;
      // A stream that failed has ended itself.
      if (state === 'open') await stream.abort().catch(() => undefined);
      state = 'gone';
      await remove();
    },
  };
}

/** Through the synchronous handle that only workers have, for browsers without such streams. */
async function writeInto(file: FileSystemFileHandle, remove: () => Promise<void>): Promise<OutputFile> {
  const handle = await file.createSyncAccessHandle();
  handle.truncate(0);
  let isGone = false;
  const put = (bytes: Uint8Array<ArrayBuffer>, at: number): void => {
    const written = handle.write(bytes, { at });
    if (written !== bytes.byteLength)
      throw new DOMException(`Only ${written} of ${bytes.byteLength} bytes were written`, 'QuotaExceededError');
  };
  return {
    async write(data, at) {
      if (!(data instanceof Blob)) return put(data, at);
      for (let from = 0; from < data.size; from += PIECE_BYTES)
        put(new Uint8Array(await data.slice(from, from + PIECE_BYTES).arrayBuffer()), at + from);
    },
    async finish() {
      handle.close();
      return await file.getFile();
    },
    async discard() {
      if (isGone) return;
      isGone = true;
      // Closing twice is allowed.
      handle.close();
      await remove();
    },
  };
}
