/** Reads packets of a file by ranges, several at once. */
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import type { StoredPackets } from '#shared/clip/clip-facts.ts';

/** Bytes that are read at once, unless a single packet is larger: few at first, so that the first packet is soon there. */
const READ_BYTES = { first: 1 << 17, most: 1 << 20 };

/**
 * Yields the packets `from` to `to` (not included) of a file's tables. What comes next is read meanwhile. A packet's bytes hold
 * until the next one is asked for.
 */
export async function* readPackets(
  file: ByteSource,
  packets: StoredPackets,
  from: number,
  to: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let mostBytes = READ_BYTES.first;
  let ahead = readPiece(file, packets, from, to, mostBytes);
  while (ahead !== null) {
    const { first, end, bytes } = ahead;
    mostBytes = Math.min(mostBytes * 2, READ_BYTES.most);
    ahead = readPiece(file, packets, end, to, mostBytes);
    const piece = await bytes;
    const start = packets.offsets[first]!;
    for (let packet = first; packet < end; packet += 1) {
      const at = packets.offsets[packet]! - start;
      yield piece.subarray(at, at + packets.sizes[packet]!);
    }
  }
}

type Piece = { first: number; end: number; bytes: Promise<Uint8Array<ArrayBuffer>> };

/** Begins to read packets that lie one behind the other; null where none is left. */
function readPiece(
  file: ByteSource,
  { offsets, sizes }: StoredPackets,
  first: number,
  to: number,
  mostBytes: number,
): Piece | null {
  if (first >= to) return null;
  const start = offsets[first]!;
  let end = first + 1;
  while (end < to && offsets[end]! >= offsets[end - 1]! && offsets[end]! + sizes[end]! - start <= mostBytes) end += 1;
  const bytes = file.read(start, offsets[end - 1]! + sizes[end - 1]!);
  // Whoever stops early doesn't ask for it; else its failure is told by the wait for it.
  bytes.catch(() => undefined);
  return { first, end, bytes };
}
