/** Local files as the shared code reads and writes them. */
import { open, rm, type FileHandle } from 'node:fs/promises';
import type { WritableFile } from '#shared/join/movie-sink.ts';
import type { HeldSource } from '#shared/mp4/byte-source.ts';

export type FileSource = HeldSource<FileHandle> & { path: string; close(): Promise<void> };

/** The caller closes it. @throws the file system's error */
export async function openSource(path: string): Promise<FileSource> {
  const handle = await open(path, 'r');
  try {
    const { size } = await handle.stat();
    return {
      handle,
      path,
      sizeBytes: size,
      read: (start, end) => readRange(handle, start, end),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readRange(handle: FileHandle, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
    if (bytesRead === 0) throw new RangeError('The file ends before the range does');
    filled += bytesRead;
  }
  return bytes;
}

/** A new file that is written by positions. */
export type OutputFile = WritableFile<void> & { discard(): Promise<void> };

/** @throws the file system's error */
export async function createOutput(path: string): Promise<OutputFile> {
  const handle = await open(path, 'w');
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return {
    async write(bytes, at) {
      for (let from = 0; from < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, from, bytes.length - from, at + from);
        from += bytesWritten;
      }
    },
    finish: close,
    async discard() {
      await close();
      await rm(path, { force: true });
    },
  };
}

/** Whether the disk ran full. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
