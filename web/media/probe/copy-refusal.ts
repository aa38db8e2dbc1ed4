/** Why the pictures of a clip can't be copied, whatever the movie is: one rule for every kind of file. */
import type { Fps } from '#shared/movie/time.ts';
import type { CopyRefusal } from './clip-facts.ts';

/** Part of a frame's length by which a frame may stand beside the grid of a constant rate. */
const JITTER = 0.1;

export type Copyable = {
  /** Whether its parameter sets can share a track with others, and decoding can start at its first packet. */
  isJoinable: boolean;
  hasSquarePixels: boolean;
  /** Whether it is stored as it is shown. */
  isUpright: boolean;
  /** Whether packets stand before the first frame that is shown. */
  hasHiddenHead: boolean;
  frameTimesUs: readonly number[];
  fps: Fps;
};

/** Null for a clip that can be copied. */
export function copyRefusalOf({
  isJoinable,
  hasSquarePixels,
  isUpright,
  hasHiddenHead,
  frameTimesUs,
  fps,
}: Copyable): CopyRefusal | null {
  if (!isJoinable) return 'stream-kind';
  if (!hasSquarePixels) return 'pixel-aspect';
  if (!isUpright) return 'rotation';
  if (hasHiddenHead) return 'edit-list';
  return hasConstantRate(frameTimesUs, fps) ? null : 'varying-rate';
}

/** Whether each frame stands where a constant rate has it. @param frameTimesUs rising */
export function hasConstantRate(frameTimesUs: readonly number[], fps: Fps): boolean {
  const stepUs = (1_000_000 * fps.den) / fps.num;
  return frameTimesUs.every((us, frame) => Math.abs(us - (frameTimesUs[0] ?? 0) - frame * stepUs) <= JITTER * stepUs);
}
