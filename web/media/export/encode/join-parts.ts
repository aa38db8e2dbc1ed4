/** Makes one segment of a stretch whose parts were encoded side by side. */
import { sameBytes } from '#shared/bytes.ts';
import { MediaFailure } from '#media/failures.ts';
import type { Segment, SegmentIndex, SegmentStore } from '../segments/segment-store.ts';

/** Bytes of one reading. */
const PIECE_BYTES = 1 << 20;

/** @param parts in order. A single one is the stretch itself. @throws MediaFailure `encoder-failed`, or whatever the store says */
export async function joinParts(segments: SegmentStore, key: string, parts: readonly Segment[]): Promise<Segment> {
  const [first] = parts;
  if (first === undefined) throw new RangeError('A stretch has at least one part');
  if (parts.length === 1) return first;
  const index = joinedIndex(parts.map((part) => part.index));
  const writer = await segments.write(key);
  try {
    for (const { media } of parts) {
      for (let from = 0; from < media.size; from += PIECE_BYTES)
        writer.add(new Uint8Array(await media.slice(from, from + PIECE_BYTES).arrayBuffer()));
    }
    return await writer.finish(index);
  } finally {
    await writer.discard();
  }
}

function joinedIndex(parts: readonly SegmentIndex[]): SegmentIndex {
  const [first, ...rest] = parts;
  if (first === undefined) throw new RangeError('A stretch has at least one part');
  return rest.reduce(joinTwo, first);
}

/** Each part begins with a key frame, so that its places follow those of the part before. */
function joinTwo(before: SegmentIndex, after: SegmentIndex): SegmentIndex {
  if (!sameBytes(before.description ?? new Uint8Array(), after.description ?? new Uint8Array()))
    throw new MediaFailure('encoder-failed', { detail: 'two encoders have different parameter sets' });
  const frames = before.sizes.length;
  const isReordered = before.shown !== null || after.shown !== null;
  const moved = [after.sample, ...(after.moreSamples ?? [])].filter((sample) => sample !== null);
  return {
    ...before,
    sizes: [...before.sizes, ...after.sizes],
    keys: [...before.keys, ...after.keys.map((packet) => packet + frames)],
    shown: isReordered ? [...placesOf(before), ...placesOf(after).map((place) => place + frames)] : null,
    moreSamples: [
      ...(before.moreSamples ?? []),
      ...moved.map((sample) => ({ ...sample, frame: sample.frame + frames })),
    ],
  };
}

function placesOf({ shown, sizes }: SegmentIndex): number[] {
  return shown ?? sizes.map((_, packet) => packet);
}
