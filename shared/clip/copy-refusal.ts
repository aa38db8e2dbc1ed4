/** Why the pictures of a clip can't be copied, whatever the movie is: one rule for every kind of file. */
import type { CopyRefusal } from './clip-facts.ts';

export type Copyable = {
  /** Whether its parameter sets can share a track with others, and decoding can start at its first packet. */
  isJoinable: boolean;
  hasSquarePixels: boolean;
  /** Whether it is stored as it is shown. */
  isUpright: boolean;
  /** Whether packets stand before the first frame that is shown. */
  hasHiddenHead: boolean;
  /** Whether each frame stands where a constant rate has it. */
  isConstantRate: boolean;
};

/** Null for a clip that can be copied. */
export function copyRefusalOf({
  isJoinable,
  hasSquarePixels,
  isUpright,
  hasHiddenHead,
  isConstantRate,
}: Copyable): CopyRefusal | null {
  if (!isJoinable) return 'stream-kind';
  if (!hasSquarePixels) return 'pixel-aspect';
  if (!isUpright) return 'rotation';
  if (hasHiddenHead) return 'edit-list';
  return isConstantRate ? null : 'varying-rate';
}
