/** Where a movie is written: by positions, in pieces, so that it is never whole in memory. */
import { openDirectory } from '../probe/locate.ts';
import type { OpfsPath } from '../worker/protocol.ts';

export type OutputFile = {
  /** Writes all bytes at a position; they are the caller's again when it ends. @throws whatever the store says, such as a QuotaExceededError */
  write(bytes: Uint8Array<ArrayBuffer>, at: number): void | Promise<void>;
  /** Ends the writing and gives the file to read. */
  finish(): Promise<Blob>;
  /** Ends the writing, if it has not ended, and removes what was written. */
  discard(): Promise<void>;
};

/** A file in the origin private file system, through the synchronous handle that only workers have. Old content is dropped. */
export async function createOpfsOutput(path: OpfsPath): Promise<OutputFile> {
  const directory = await openDirectory(path, true);
  const file = await directory.getFileHandle(path.name, { create: true });
  const handle = await file.createSyncAccessHandle();
  handle.truncate(0);
  return {
    write(bytes, at) {
      const written = handle.write(bytes, { at });
      if (written !== bytes.byteLength)
        throw new DOMException(`Only ${written} of ${bytes.byteLength} bytes were written`, 'QuotaExceededError');
    },
    async finish() {
      handle.close();
      return await file.getFile();
    },
    async discard() {
      // Closing twice is allowed.
      handle.close();
      await directory.removeEntry(path.name);
    },
  };
}

/** A file that the person chose. Until it is finished the file keeps its old content. */
export async function createPickedOutput(file: FileSystemFileHandle): Promise<OutputFile> {
  const stream = await file.createWritable();
  let isOpen = true;
  return {
    // The stream takes the bytes over only when the write ends, which the caller waits for.
    write: (bytes, position) => stream.write({ type: 'write', position, data: bytes }),
    async finish() {
      isOpen = false;
      await stream.close();
      return await file.getFile();
    },
    async discard() {
      if (!isOpen) return;
      isOpen = false;
      await stream.abort();
    },
  };
}
