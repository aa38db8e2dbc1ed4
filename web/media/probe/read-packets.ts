/** Reads packets of a file by ranges, several at once. */
import type { StoredPackets } from './clip-facts.ts';

/** Bytes that are read at once, unless a single packet is larger. */
const READ_BYTES = 1 << 20;

/** Yields the packets `from` to `to` (not included) of a file's tables. A packet's bytes hold until the next one is asked for. */
export async function* readPackets(
  blob: Blob,
  { offsets, sizes }: StoredPackets,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  for (let packet = from; packet < to;) {
    const start = offsets[packet]!;
    let end = packet + 1;
    while (end < to && offsets[end]! >= offsets[end - 1]! && offsets[end]! + sizes[end]! - start <= READ_BYTES)
      end += 1;
    const bytes = new Uint8Array(await blob.slice(start, offsets[end - 1]! + sizes[end - 1]!).arrayBuffer());
    for (; packet < end; packet += 1) {
      const at = offsets[packet]! - start;
      yield bytes.subarray(at, at + sizes[packet]!);
    }
  }
}
