/** Where a joined movie goes: bytes from memory and ranges of other files, one after the other, with its head in front. */
import type { ByteSource } from '#shared/mp4/byte-source.ts';

export type AddRange<Source extends ByteSource> = (source: Source, start: number, end: number) => Promise<void>;

/** @typeParam Movie what there is when all is written, such as a Blob to read it by */
export type MovieSink<Source extends ByteSource, Movie> = {
  /**
   * Adds a range of another file without bringing its bytes through here. Neighboring ranges are better given as one: each
   * costs messages to whoever copies it. Null where bytes are wanted.
   */
  addRange: AddRange<Source> | null;
  /** The bytes are the caller's again when it ends, unless ranges are taken, too: then the sink keeps them. */
  addBytes(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  /** Puts the head, of the announced size, in front and ends the writing. */
  finish(head: Uint8Array<ArrayBuffer>): Promise<Movie>;
};

/** A file that is written by positions; bytes are the caller's again when a write ends. */
export type WritableFile<Movie> = {
  write(bytes: Uint8Array<ArrayBuffer>, at: number): Promise<void>;
  finish(): Promise<Movie>;
};

/** Bytes of one write. */
const WRITE_BYTES = 1 << 20;

/** All bytes come through here, in few large writes. The file stays the caller's to discard. */
export function byteSink<Movie>(file: WritableFile<Movie>, headBytes: number): MovieSink<ByteSource, Movie> {
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
