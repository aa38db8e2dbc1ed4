/** Keeps a copy of what is written at the start of a file, so that it can be amended when all is written. */
export type HeadCopy = {
  note(bytes: Uint8Array, at: number): void;
  /** What was noted so far, from the file's start. */
  bytes(): Uint8Array;
};

/** @param most bytes that are kept */
export function createHeadCopy(most: number): HeadCopy {
  const copy = new Uint8Array(most);
  let end = 0;
  return {
    note(bytes, at) {
      if (at >= copy.length) return;
      const part = bytes.subarray(0, copy.length - at);
      copy.set(part, at);
      end = Math.max(end, at + part.length);
    },
    bytes: () => copy.subarray(0, end),
  };
}
