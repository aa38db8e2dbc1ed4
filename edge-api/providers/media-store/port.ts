/** Stores clips and pictures under the SHA-256 of their content. Rows and references are kept elsewhere. */

export type StoredBlob = { sha256: string; sizeBytes: number };

export type ByteRange = {
  /** First byte. */
  start: number;
  /** One past the last byte. */
  end: number;
};

export type PutOptions = {
  /** A larger blob is refused with `BlobTooLargeError`, and nothing is stored. */
  maxBytes: number;
  signal?: AbortSignal;
  /** Called when all bytes are there and before they have their name; what it throws leaves nothing behind. */
  beforeNamed?: (blob: StoredBlob) => Promise<void>;
};

/** A page of a store's files, in the order of their names. */
export type StoredPage = {
  blobs: { sha256: string; storedAtMs: number }[];
  /** The name after which the next page begins; null after the last. */
  next: string | null;
};

export interface MediaStore {
  /**
   * Stores a stream under its hash, whole or not at all; the same bytes again change nothing. Reads `body` to its end
   * or cancels it.
   * @throws BlobTooLargeError
   */
  put(body: ReadableStream<Uint8Array>, options: PutOptions): Promise<StoredBlob>;

  /** Size in bytes, null when there is no such blob. */
  size(sha256: string): Promise<number | null>;

  /**
   * The bytes of a blob, or of a range inside it. The caller reads the stream to its end or cancels it.
   * @throws BlobMissingError
   */
  read(sha256: string, range?: ByteRange): Promise<ReadableStream<Uint8Array>>;

  /** The files after a name, about so many. */
  list(after: string, limit: number): Promise<StoredPage>;

  /** Removes blobs, a thousand at most; those that aren't there are none to remove. */
  remove(sha256s: readonly string[]): Promise<void>;

  /** Removes what puts have left that ended halfway, if it's older. @returns how many, a thousand at most */
  removeUnfinished(beforeMs: number): Promise<number>;
}

export class BlobTooLargeError extends Error {
  readonly maxBytes: number;

  constructor(maxBytes: number) {
    super(`The file is larger than ${maxBytes} bytes.`);
    this.name = 'BlobTooLargeError';
    this.maxBytes = maxBytes;
  }
}

export class BlobMissingError extends Error {
  constructor(sha256: string) {
    super(`No stored file is named ${sha256}.`);
    this.name = 'BlobMissingError';
  }
}
