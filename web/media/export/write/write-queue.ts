/** Lets a library that writes in callbacks write into a file whose writes take time. */
import type { OutputFile } from './output-file.ts';

export type WriteQueue = {
  /** Begins a write behind those before it. The bytes belong to the queue. */
  push(bytes: Uint8Array, at: number): void;
  /** Waits until all is written. @throws what the first failed write threw */
  drained(): Promise<void>;
};

export function createWriteQueue(file: OutputFile): WriteQueue {
  let last: Promise<void> = Promise.resolve();
  return {
    push(bytes, at) {
      const own = new Uint8Array(
        bytes.buffer instanceof ArrayBuffer ? bytes.buffer : bytes.slice().buffer,
        bytes.byteOffset,
        bytes.byteLength,
      );
      last = last.then(() => file.write(own, at));
      // A failure is told by `drained`; the muxer goes on until then.
      last.catch(() => undefined);
    },
    drained: () => last,
  };
}
