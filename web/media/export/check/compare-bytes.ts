/**
 * Reads a finished movie once from its first byte to its last: hashes it, and holds its packets against the bytes that were to
 * be written.
 */
import { hexOf, sameBytes } from '#shared/bytes.ts';
import { createFileHash } from './file-hash.ts';
import { expect } from './expect.ts';
import type { PacketRun } from '../write/packet-run.ts';

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
type Packet = { start: number; size: number; blob: Blob; offset: number };

/**
 * @param placed packets that were not rewritten; a movie of another container has none
 * @returns SHA-256 in hexadecimal
 * @throws MediaFailure `verification-failed`, or an AbortError
 */
export async function hashAndCompare(
  movie: Blob,
  placed: readonly PlacedRun[],
  { signal, onPiece }: { signal: AbortSignal; onPiece: () => void },
): Promise<string> {
  const hash = createFileHash(movie.size);
  const pieces = piecesOf(movie.size, packetsOf(placed));
  const ahead: Reading[] = [];
  const readAhead = (): void => {
    const { value } = pieces.next();
    if (value !== undefined) ahead.push(readPiece(movie, value));
  };
  for (let count = 0; count < PIECES_AHEAD; count += 1) readAhead();
  for (let current = ahead.shift(); current !== undefined; current = ahead.shift()) {
    signal.throwIfAborted();
    readAhead();
    const { found, sources } = await current.bytes;
    const place = differenceIn(current, found, sources);
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
      return { start, size: run.sizes[packet]!, blob: run.blob, offset: run.offsets[packet]! };
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
type Source = { blob: Blob; start: number; end: number };
type ReadSources = readonly [source: Source, bytes: Uint8Array][];
type Reading = Piece & { bytes: Promise<{ found: Uint8Array; sources: ReadSources }> };

/** Each piece is a reading of its own: Chromium collects a Blob's byte stream that only its reader's promise holds, and then the reading never ends. */
function readPiece(movie: Blob, piece: Piece): Reading {
  const sources = sourcesOf(piece.packets).map(async (source): Promise<ReadSources[number]> => {
    return [source, await bytesAt(source.blob, source.start, source.end)];
  });
  const all = Promise.all([bytesAt(movie, piece.start, piece.end), Promise.all(sources)]);
  const bytes = all.then(([found, read]) => ({ found, sources: read }));
  // Whoever stops early doesn't ask for it; else its failure is told by the wait for it.
  bytes.catch(() => undefined);
  return { ...piece, bytes };
}

/** As few ranges as hold the packets of a piece: tracks take turns in a movie, and each lies in one range of its source. */
function sourcesOf(packets: readonly Packet[]): Source[] {
  const sources: Source[] = [];
  for (const { blob, offset, size } of packets.toSorted((a, b) => a.offset - b.offset)) {
    const open = sources.findLast((source) => source.blob === blob);
    if (open !== undefined && offset - open.end <= GAP_BYTES) open.end = Math.max(open.end, offset + size);
    else sources.push({ blob, start: offset, end: offset + size });
  }
  return sources;
}

async function bytesAt(blob: Blob, start: number, end: number): Promise<Uint8Array> {
  return new Uint8Array(await blob.slice(start, end).arrayBuffer());
}

/** Where the first packet that has other bytes differs from its source, in the movie; null where all are the same. */
function differenceIn({ start: from, packets }: Piece, found: Uint8Array, sources: ReadSources): number | null {
  for (const { start, size, blob, offset } of packets) {
    const source = sources.find(([one]) => one.blob === blob && one.start <= offset && offset + size <= one.end);
    if (source === undefined) throw new RangeError('A packet was not read');
    const [{ start: readFrom }, bytes] = source;
    const wanted = bytes.subarray(offset - readFrom, offset - readFrom + size);
    if (!sameBytes(found.subarray(start - from, start - from + size), wanted)) return start;
  }
  return null;
}

/** @throws MediaFailure `verification-failed` that names the packet at a place of the movie */
function blamePacket(placed: readonly PlacedRun[], place: number): never {
  for (const { kind, offsets, firstPacket } of placed) {
    const at = offsets.indexOf(place);
    if (at >= 0) expect(false, `packet ${firstPacket + at} of the ${kind} has other bytes`);
  }
  throw new RangeError(`No packet lies at ${place}`);
}
