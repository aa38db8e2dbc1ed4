/**
 * Reads a finished movie once from its first byte to its last: hashes it, and holds its packets against the bytes that were to
 * be written.
 */
import { sha256 as createSha256 } from '@noble/hashes/sha2.js';
import { hexOf, sameBytes } from '#shared/bytes.ts';
import { expect } from './expect.ts';
import type { PacketRun } from './packet-run.ts';

/** A packet that stands in the movie as it stands in another file. */
export type PlacedRun = {
  kind: 'video' | 'audio';
  run: PacketRun;
  /** Where the movie has the run's packets, from its first on. */
  offsets: Float64Array;
  /** Number of the run's first packet in its track. */
  firstPacket: number;
};

/** Bytes that are read at once. */
const PIECE_BYTES = 1 << 20;

/** Bytes of the movie that are to be those of another file; a null source is not compared. */
type Span = { start: number; end: number; source: { blob: Blob; offset: number } | null };

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
  const hash = createSha256.create();
  const pieces = piecesOf(spansOf(movie.size, placed));
  const begin = (): Reading | null => {
    const { value } = pieces.next();
    return value === undefined ? null : readSpan(movie, value);
  };
  let ahead = begin();
  while (ahead !== null) {
    signal.throwIfAborted();
    const { start, bytes } = ahead;
    ahead = begin();
    const [found, wanted] = await bytes;
    if (wanted !== null && !sameBytes(found, wanted)) blamePacket(placed, start + firstDifference(found, wanted));
    hash.update(found);
    onPiece();
  }
  return hexOf(hash.digest());
}

/** Packets in the movie's order; those that follow each other in both files are one span, and what lies between is one. */
function spansOf(size: number, placed: readonly PlacedRun[]): Span[] {
  const packets = placed.flatMap(({ run, offsets }) =>
    Array.from({ length: run.count }, (_, at): Span => {
      const start = offsets[at]!;
      const end = start + run.sizes[run.first + at]!;
      return { start, end, source: { blob: run.blob, offset: run.offsets[run.first + at]! } };
    }),
  );
  packets.sort((a, b) => a.start - b.start || a.end - b.end);
  const spans: Span[] = [];
  let at = 0;
  for (const packet of [...packets, { start: size, end: size, source: null }]) {
    if (packet.start > at) spans.push({ start: at, end: packet.start, source: null });
    const last = spans.at(-1);
    if (last !== undefined && continues(last, packet)) last.end = packet.end;
    else if (packet.end > packet.start) spans.push({ ...packet });
    at = Math.max(at, packet.end);
  }
  return spans;
}

function continues(before: Span, { start, source }: Span): boolean {
  if (before.source === null || source === null || before.end !== start) return false;
  return source.blob === before.source.blob && source.offset === before.source.offset + before.end - before.start;
}

function* piecesOf(spans: readonly Span[]): Generator<Span, undefined> {
  for (const { start, end, source } of spans) {
    for (let from = start; from < end; from += PIECE_BYTES) {
      const moved = source === null ? null : { blob: source.blob, offset: source.offset + from - start };
      yield { start: from, end: Math.min(end, from + PIECE_BYTES), source: moved };
    }
  }
}

type Reading = { start: number; bytes: Promise<[found: Uint8Array, wanted: Uint8Array | null]> };

/** Each piece is a reading of its own: Chromium collects a Blob's byte stream that only its reader's promise holds, and then the reading never ends. */
function readSpan(movie: Blob, { start, end, source }: Span): Reading {
  const bytes = Promise.all([
    bytesAt(movie, start, end - start),
    source === null ? null : bytesAt(source.blob, source.offset, end - start),
  ]);
  // Whoever stops early doesn't ask for it; else its failure is told by the wait for it.
  bytes.catch(() => undefined);
  return { start, bytes };
}

async function bytesAt(blob: Blob, offset: number, size: number): Promise<Uint8Array> {
  return new Uint8Array(await blob.slice(offset, offset + size).arrayBuffer());
}

function firstDifference(found: Uint8Array, wanted: Uint8Array): number {
  const at = found.findIndex((byte, index) => byte !== wanted[index]);
  return at < 0 ? Math.min(found.length, wanted.length) : at;
}

/** @throws MediaFailure `verification-failed` that names the packet at a place of the movie */
function blamePacket(placed: readonly PlacedRun[], place: number): never {
  for (const { kind, run, offsets, firstPacket } of placed) {
    const at = offsets.findIndex((start, packet) => place >= start && place < start + run.sizes[run.first + packet]!);
    if (at >= 0) expect(false, `packet ${firstPacket + at} of the ${kind} has other bytes`);
  }
  throw new RangeError(`No packet lies at ${place}`);
}
