/**
 * Reads a finished movie once from its first byte to its last: hashes it, and holds its packets against the bytes that were to
 * be written.
 */
import { hexOf, sameBytes } from '#shared/bytes.ts';
import type { ByteSource } from '#shared/mp4/byte-source.ts';
import type { StopSignal } from '#shared/stop-signal.ts';
import { expect } from './expect.ts';
import type { PacketRun } from './packet-run.ts';

/** SHA-256 that is fed piece by piece; the bytes stay the caller's. Each host has a fast one of its own. */
export type FileHash = {
  update(bytes: Uint8Array): void;
  digest(): Promise<Uint8Array>;
};

/** A packet that stands in the movie as it stands in another file. */
export type PlacedRun = {
  kind: 'video' | 'audio';
  run: PacketRun;
  /** Where the movie has the run's packets, from its first on. */
  offsets: Float64Array;
  /** Number of the run's first packet in its track. */
  firstPacket: number;
};

/** Bytes that are read at once: each reading costs messages to the browser. */
const PIECE_BYTES = 2 << 20;

/** Readings that are under way: each waits for the browser most of the time. */
const PIECES_AHEAD = 3;
/** Sources are read through gaps of this size: a reading of its own would take longer. */
const GAP_BYTES = 1 << 16;

/** A packet of the movie, and where its bytes come from. */
type Packet = { start: number; size: number; source: ByteSource; offset: number };

/**
 * @param placed packets that were not rewritten; a movie of another container has none
 * @returns SHA-256 in hexadecimal
 * @throws MovieDiffers, or an AbortError
 */
export async function hashAndCompare(
  movie: ByteSource,
  placed: readonly PlacedRun[],
  { hash, signal, onPiece }: { hash: FileHash; signal: StopSignal; onPiece: () => void },
): Promise<string> {
  const pieces = piecesOf(movie.sizeBytes, packetsOf(placed));
  const ahead: Reading[] = [];
  const readAhead = (): void => {
    const { value } = pieces.next();
    if (value !== undefined) ahead.push(readPiece(movie, value));
  };
  for (let count = 0; count < PIECES_AHEAD; count += 1) readAhead();
  for (let current = ahead.shift(); current !== undefined; current = ahead.shift()) {
    signal.throwIfAborted();
    readAhead();
    const { found, ranges } = await current.bytes;
    const place = differenceIn(current, found, ranges);
    if (place !== null) blamePacket(placed, place);
    hash.update(found);
    onPiece();
  }
  return hexOf(await hash.digest());
}

/** In the movie's order. */
function packetsOf(placed: readonly PlacedRun[]): Packet[] {
  const packets = placed.flatMap(({ run, offsets }) =>
    Array.from(offsets, (start, at): Packet => {
      const packet = run.first + at;
      return { start, size: run.sizes[packet]!, source: run.source, offset: run.offsets[packet]! };
    }),
  );
  return packets.toSorted((a, b) => a.start - b.start);
}

/** Bytes of the movie and the packets that begin in them, all of which end there, too. */
type Piece = { start: number; end: number; packets: Packet[] };

function* piecesOf(size: number, packets: readonly Packet[]): Generator<Piece, undefined> {
  let next = 0;
  for (let start = 0; start < size;) {
    const first = next;
    let end = Math.min(size, start + PIECE_BYTES);
    while (next < packets.length && packets[next]!.start < end) next += 1;
    const last = packets[next - 1];
    if (last !== undefined) end = Math.max(end, last.start + last.size);
    yield { start, end, packets: packets.slice(first, next) };
    start = end;
  }
}

/** Bytes of a source, from a place on. */
type Range = { source: ByteSource; start: number; end: number };
type ReadRanges = readonly [range: Range, bytes: Uint8Array][];
type Reading = Piece & { bytes: Promise<{ found: Uint8Array; ranges: ReadRanges }> };

/** Each piece is a reading of its own: Chromium collects a Blob's byte stream that only its reader's promise holds, and then the reading never ends. */
function readPiece(movie: ByteSource, piece: Piece): Reading {
  const ranges = rangesOf(piece.packets).map(async (range): Promise<ReadRanges[number]> => {
    return [range, await range.source.read(range.start, range.end)];
  });
  const all = Promise.all([movie.read(piece.start, piece.end), Promise.all(ranges)]);
  const bytes = all.then(([found, read]) => ({ found, ranges: read }));
  // Whoever stops early doesn't ask for it; else its failure is told by the wait for it.
  bytes.catch(() => undefined);
  return { ...piece, bytes };
}

/** As few ranges as hold the packets of a piece: tracks take turns in a movie, and each lies in one range of its source. */
function rangesOf(packets: readonly Packet[]): Range[] {
  const ranges: Range[] = [];
  for (const { source, offset, size } of packets.toSorted((a, b) => a.offset - b.offset)) {
    const open = ranges.findLast((range) => range.source === source);
    if (open !== undefined && offset - open.end <= GAP_BYTES) open.end = Math.max(open.end, offset + size);
    else ranges.push({ source, start: offset, end: offset + size });
  }
  return ranges;
}

/** Where the first packet that has other bytes differs from its source, in the movie; null where all are the same. */
function differenceIn({ start: from, packets }: Piece, found: Uint8Array, ranges: ReadRanges): number | null {
  for (const { start, size, source, offset } of packets) {
    const range = ranges.find(([one]) => one.source === source && one.start <= offset && offset + size <= one.end);
    if (range === undefined) throw new RangeError('A packet was not read');
    const [{ start: readFrom }, bytes] = range;
    const wanted = bytes.subarray(offset - readFrom, offset - readFrom + size);
    if (!sameBytes(found.subarray(start - from, start - from + size), wanted)) return start;
  }
  return null;
}

/** @throws MovieDiffers that names the packet at a place of the movie */
function blamePacket(placed: readonly PlacedRun[], place: number): never {
  for (const { kind, offsets, firstPacket } of placed) {
    const at = offsets.indexOf(place);
    if (at >= 0) expect(false, `packet ${firstPacket + at} of the ${kind} has other bytes`);
  }
  throw new RangeError(`No packet lies at ${place}`);
}
