/** How many encoders work at the same time, and how the work is cut so that all of them have some until the end. */
import type { StretchWork } from './encode-stretches.ts';
import type { EncodedVideo } from '#shared/export-plan/plan-types.ts';

/** More gains little. */
const MOST_ENCODERS = 4;
/** An encoder, and the decoder and the script that feed it: on two processors one of them was measured faster than two. */
const PROCESSORS_EACH = 2;
/** Pictures that one encoder and its decoder hold, and bytes that all of them may hold. */
const HELD_PICTURES = 16;
const HELD_BYTES = 112 << 20;
/** Frames of a part, at least. Each part starts with a key frame, and with decoding what lies in front of it. */
const LEAST_FRAMES = 48;

/**
 * Browsers' own H.264 encoders work on one thread, so that others idle beside them. Hardware encodes one movie faster than
 * two halves of it, and the encoders of other formats make threads themselves.
 */
export function encodersSideBySide(
  { width, height, hardwareAcceleration, avc }: VideoEncoderConfig,
  processors: number,
): number {
  if (avc === undefined || hardwareAcceleration === 'prefer-hardware') return 1;
  const heldBytes = width * height * 1.5 * HELD_PICTURES;
  return Math.max(
    1,
    Math.min(MOST_ENCODERS, Math.floor(processors / PROCESSORS_EACH), Math.floor(HELD_BYTES / heldBytes)),
  );
}

/** Frames of a stretch, counted from its first, that one encoder writes. */
export type Part = { from: number; frameCount: number };

/**
 * The parts of each stretch: one, or more where encoders would idle at the end. What is longer than an encoder's share of
 * the whole is cut into shares, and of the rest those that do not go round evenly.
 */
export function cutIntoParts(work: readonly StretchWork[], encoders: number): Part[][] {
  const frames = work.map(({ stretch }) => stretch.frameCount);
  const share = Math.ceil(frames.reduce((sum, count) => sum + count, 0) / encoders);
  const counts = frames.map((count) => Math.ceil(count / Math.max(1, share)));
  const uneven = counts.reduce((sum, count) => sum + count, 0) % encoders;
  return work.map(({ stretch }, index) => {
    const isLast = index >= work.length - uneven;
    return partsOf(stretch, isLast ? Math.max(encoders, counts[index] ?? 1) : (counts[index] ?? 1));
  });
}

/** As many parts as asked, as far as the stretch is long enough for them. A crossfade is mixed by its length, and so stays whole. */
function partsOf({ frameCount, isCrossfade }: EncodedVideo, wanted: number): Part[] {
  const most = isCrossfade ? 1 : Math.floor(frameCount / LEAST_FRAMES);
  const count = Math.max(1, Math.min(wanted, most));
  const starts = Array.from({ length: count + 1 }, (_, part) => Math.round((frameCount * part) / count));
  return starts.slice(0, -1).map((from, part) => ({ from, frameCount: (starts[part + 1] ?? frameCount) - from }));
}
