/**
 * Where a joined movie goes: bytes from memory and ranges of other files, one after the other, with its head in front. A file
 * that takes ranges, one that takes bytes, or a Blob that only names the ranges.
 */
import type { OutputFile } from './output-file.ts';

export type MovieSink = {
  /**
   * Adds a range of another file. Neighbouring ranges are better given as one: each costs messages to the browser. Null where
   * bytes are wanted.
   */
  addRange: ((source: Blob, start: number, end: number) => Promise<void>) | null;
  /** The bytes are the caller's again when it ends, unless ranges are taken, too: then the sink keeps them. */
  addBytes(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Puts the head, of the announced size, in front and ends the writing. */
  finish(head: Uint8Array<ArrayBuffer>): Promise<Blob>;
};

/** What one write to a file holds at most, unless a single range is larger. */
const BATCH_BYTES = 32 << 20;

/** Ranges go from file to file without coming through here. The file stays the caller's to discard. */
export function fileSink(file: OutputFile, headBytes: number): MovieSink {
  const batch = createParts();
  let position = headBytes;
  const flush = async (): Promise<void> => {
    const blob = new Blob(batch.take());
    await file.write(blob, position);
    position += blob.size;
  };
  return {
    async addRange(source, start, end) {
      batch.addRange(source, start, end);
      if (batch.size() >= BATCH_BYTES) await flush();
    },
    async addBytes(bytes) {
      batch.addBytes(bytes);
      if (batch.size() >= BATCH_BYTES) await flush();
    },
    async finish(head) {
      await flush();
      await file.write(head, 0);
      return await file.finish();
    },
  };
}

/** Bytes of one write, through a handle that takes them without a message to the browser. */
const WRITE_BYTES = 1 << 20;

/** All bytes come through here, in few large writes. The file stays the caller's to discard. */
export function byteSink(file: OutputFile, headBytes: number): MovieSink {
  const piece = new Uint8Array(WRITE_BYTES);
  let filled = 0;
  let position = headBytes;
  const write = async (bytes: Uint8Array<ArrayBuffer>): Promise<void> => {
    await file.write(bytes, position);
    position += bytes.length;
  };
  const flush = async (): Promise<void> => {
    if (filled > 0) await write(piece.subarray(0, filled));
    filled = 0;
  };
  return {
    addRange: null,
    async addBytes(bytes) {
      if (filled + bytes.length > WRITE_BYTES) await flush();
      if (bytes.length > WRITE_BYTES) return await write(bytes);
      piece.set(bytes, filled);
      filled += bytes.length;
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
  const parts = createParts();
  return {
    addRange: async (source, start, end) => parts.addRange(source, start, end),
    addBytes: async (bytes) => parts.addBytes(bytes),
    finish: async (head) => new Blob([head, ...parts.take()], { type }),
  };
}

/** Bytes that are gathered before they become a Blob, which the browser keeps outside of this process. */
const GATHERED_BYTES = 1 << 20;

type Parts = {
  addRange(source: Blob, start: number, end: number): void;
  addBytes(bytes: Uint8Array<ArrayBuffer>): void;
  size(): number;
  /** All parts so far; they start anew. */
  take(): Blob[];
};

function createParts(): Parts {
  let parts: Blob[] = [];
  let gathered: Uint8Array<ArrayBuffer>[] = [];
  let gatheredBytes = 0;
  let size = 0;
  const settle = (): void => {
    if (gatheredBytes > 0) parts.push(new Blob(gathered));
    gathered = [];
    gatheredBytes = 0;
  };
  return {
    addRange(source, start, end) {
      settle();
      parts.push(source.slice(start, end));
      size += end - start;
    },
    addBytes(bytes) {
      gathered.push(bytes);
      gatheredBytes += bytes.length;
      size += bytes.length;
      if (gatheredBytes >= GATHERED_BYTES) settle();
    },
    size: () => size,
    take() {
      settle();
      const taken = parts;
      parts = [];
      size = 0;
      return taken;
    },
  };
}
