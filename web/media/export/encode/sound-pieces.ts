/** Encodes sound in pieces, each kept under the hash of what it is made from, so that it is made once and found again. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { samplesAt } from '#shared/movie/time.ts';
import { PacketsMissing } from '#shared/sound/packet-encoder.ts';
import { MediaFailure } from '#media/failures.ts';
import type { SoundWork } from './movie-sound.ts';
import { runOfSegment, type BlobRun } from '../segments/blob-run.ts';
import type { Segment } from '../segments/segment-store.ts';
import { hashOf } from '../segments/stretch-key.ts';

/** Raised when the same input is to give other packets. */
const SOUND_VERSION = 2;
/** A longer piece is cut, so that little is lost when an export is stopped. */
const LONGEST_SECONDS = 30;
/** A border nearer to the last cut is passed over: each piece costs a lead-in. */
const SHORTEST_SECONDS = 1;

/** Packets of the movie, from one to one past the last. */
export type PacketSpan = { from: number; to: number };

/** Of packets, hertz and samples. */
export type PacketGrid = { sampleRate: number; packetSamples: number };

/** The span as pieces that lie one behind the other, cut where scenes start: a change on one side leaves the other alone. */
export function cutIntoPieces(span: PacketSpan, movie: MoviePlan, grid: PacketGrid): PacketSpan[] {
  const packetsIn = (seconds: number): number => Math.ceil((seconds * grid.sampleRate) / grid.packetSamples);
  const [longest, shortest] = [packetsIn(LONGEST_SECONDS), packetsIn(SHORTEST_SECONDS)];
  const pieces: PacketSpan[] = [];
  let at = span.from;
  const cutAt = (border: number): void => {
    pieces.push({ from: at, to: border });
    at = border;
  };
  const starts = movie.scenes
    .map(({ startFrame }) => Math.round(samplesAt(startFrame, movie.fps, grid.sampleRate) / grid.packetSamples))
    .filter((start) => span.to - start >= shortest);
  for (const border of [...starts, span.to]) {
    if (border < span.to && border - at < shortest) continue;
    while (border - at > longest) cutAt(at + longest);
    if (border > at) cutAt(border);
  }
  return pieces;
}

export type SoundPiece = {
  /** RFC 6381. */
  codec: string;
  packetCount: number;
  /** Plain data: all that the packets depend on. */
  madeFrom: unknown;
  encode(): AsyncGenerator<Uint8Array, void>;
};

/** The piece as it was kept, or encoded now. @throws MediaFailure, whatever the store says, or an AbortError */
export async function pieceRun(
  { segments, onPackets }: Pick<SoundWork, 'segments' | 'onPackets'>,
  { codec, packetCount, madeFrom, encode }: SoundPiece,
): Promise<BlobRun> {
  const key = await hashOf({ sound: SOUND_VERSION, codec, packetCount, madeFrom });
  const kept = await segments.read(key);
  if (kept !== null) onPackets(packetCount);
  const segment = kept ?? (await writeSegment({ segments, onPackets }, { key, codec, packets: encode() }));
  return { ...runOfSegment(segment, null), isSync: null };
}

async function writeSegment(
  { segments, onPackets }: Pick<SoundWork, 'segments' | 'onPackets'>,
  { key, codec, packets }: { key: string; codec: string; packets: AsyncGenerator<Uint8Array, void> },
): Promise<Segment> {
  const writer = await segments.write(key);
  try {
    const sizes: number[] = [];
    for await (const packet of named(packets)) {
      writer.add(packet);
      sizes.push(packet.length);
      onPackets(1);
    }
    return await writer.finish({
      codec,
      description: null,
      sizes,
      keys: [],
      shown: null,
      timesUs: null,
      sample: null,
    });
  } finally {
    await writer.discard();
  }
}

/** @throws MediaFailure `sound-encoder-failed` where packets are missing */
export async function* named(packets: AsyncGenerator<Uint8Array, void>): AsyncGenerator<Uint8Array, void> {
  try {
    yield* packets;
  } catch (error) {
    if (!(error instanceof PacketsMissing)) throw error;
    throw new MediaFailure('sound-encoder-failed', { detail: error.message }, error);
  }
}
