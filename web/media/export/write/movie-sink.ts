/** Where the browser copies the ranges of a joined movie by itself: into a file, or into a Blob that only names them. */
import type { MovieSink } from '#shared/join/movie-sink.ts';
import type { HeldSource } from '#shared/mp4/byte-source.ts';
import type { OutputFile } from './output-file.ts';

export type BlobSink = MovieSink<HeldSource<Blob>, Blob>;

/** What one write to a file holds at most, unless a single range is larger. */
const BATCH_BYTES = 32 << 20;

/** Ranges go from file to file without coming through here. The file stays the caller's to discard. */
export function fileSink(file: OutputFile, headBytes: number): BlobSink {
  const batch = createParts();
  let position = headBytes;
  const flush = async (): Promise<void> => {
    const blob = new Blob(batch.take());
    await file.write(blob, position);
    position += blob.size;
  };
  return {
    async addRange(source, start, end) {
      batch.addRange(source.handle, start, end);
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

/** A movie that is no file of its own: it can be read as long as the files that it names are there. */
export function blobSink(type: string): BlobSink {
  const parts = createParts();
  return {
    addRange: async (source, start, end) => parts.addRange(source.handle, start, end),
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
