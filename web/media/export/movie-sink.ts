/**
 * Where a joined movie goes: bytes from memory and ranges of other files, one after the other, with its head in front. Either
 * a file, written in bounded pieces, or a Blob that only names the ranges.
 */
import type { OutputFile } from './output-file.ts';

export type MovieSink = {
  /** Adds a range of another file. Neighbouring ranges are better given as one. */
  addRange(source: Blob, start: number, end: number): Promise<void>;
  addBytes(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Puts the head, of the announced size, in front and ends the writing. */
  finish(head: Uint8Array<ArrayBuffer>): Promise<Blob>;
};

/** Bytes of one reading or writing. */
const PIECE_BYTES = 2 << 20;

/** The file stays the caller's to discard. */
export function fileSink(file: OutputFile, headBytes: number): MovieSink {
  let position = headBytes;
  const staged = new Uint8Array(PIECE_BYTES);
  let stagedBytes = 0;
  const flush = async (): Promise<void> => {
    if (stagedBytes === 0) return;
    await file.write(staged.subarray(0, stagedBytes), position);
    position += stagedBytes;
    stagedBytes = 0;
  };
  const addBytes = async (bytes: Uint8Array): Promise<void> => {
    for (let from = 0; from < bytes.length;) {
      const count = Math.min(bytes.length - from, staged.length - stagedBytes);
      staged.set(bytes.subarray(from, from + count), stagedBytes);
      stagedBytes += count;
      from += count;
      if (stagedBytes === staged.length) await flush();
    }
  };
  return {
    addBytes,
    async addRange(source, start, end) {
      for (let from = start; from < end; from += PIECE_BYTES)
        await addBytes(new Uint8Array(await source.slice(from, Math.min(end, from + PIECE_BYTES)).arrayBuffer()));
    },
    async finish(head) {
      await flush();
      await file.write(head, 0);
      return await file.finish();
    },
  };
}

/** A movie that is no file of its own: it can be read as long as the files that it names are there. */
export function blobSink(type: string): MovieSink {
  const parts: Blob[] = [];
  return {
    async addRange(source, start, end) {
      parts.push(source.slice(start, end));
    },
    // A Blob of its own, so that the browser may keep the bytes outside of this process.
    async addBytes(bytes) {
      parts.push(new Blob([bytes]));
    },
    finish: async (head) => new Blob([head, ...parts], { type }),
  };
}
