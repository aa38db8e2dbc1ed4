/** Fades: gains between 0 and 1 over a stretch of samples. */

/**
 * - `equal-power`: sine and cosine, so that a fade-out and a fade-in over one stretch keep the power of unlike sounds.
 * - `linear`: straight in amplitude, for fades from and to silence.
 */
export type FadeCurve = 'equal-power' | 'linear';

/** Silence before a fade-in and behind a fade-out; unchanged on the other side. */
export type Fade = {
  direction: 'in' | 'out';
  curve: FadeCurve;
  /** First sample of the fade, counted from the layer's start; may be negative. */
  start: number;
  /** In samples. */
  length: number;
};

/** The gain of one fade at a sample, 0 to 1. It is taken in the middle of the sample, so that in and out mirror each other. */
export function fadeGain(fade: Fade, sample: number): number {
  const progress = (sample - fade.start + 0.5) / fade.length;
  if (progress <= 0) return fade.direction === 'in' ? 0 : 1;
  if (progress >= 1) return fade.direction === 'in' ? 1 : 0;
  const rising = fade.direction === 'in' ? progress : 1 - progress;
  return fade.curve === 'linear' ? rising : Math.sin((rising * Math.PI) / 2);
}

/**
 * Multiplies a block by all fades, in place. Samples that no fade touches stay as they are, bit by bit.
 * @param from position of the block's first sample, counted as the fades count
 */
export function applyFades(block: readonly Float32Array[], from: number, fades: readonly Fade[]): void {
  const length = block[0]?.length ?? 0;
  for (const fade of fades) {
    const inside = clampTo(length, fade.start - from);
    const behind = clampTo(length, fade.start + fade.length - from);
    for (const channel of block) {
      if (fade.direction === 'in') channel.fill(0, 0, inside);
      for (let at = inside; at < behind; at += 1) channel[at]! *= fadeGain(fade, from + at);
      if (fade.direction === 'out') channel.fill(0, behind);
    }
  }
}

function clampTo(length: number, at: number): number {
  return Math.min(length, Math.max(0, at));
}
