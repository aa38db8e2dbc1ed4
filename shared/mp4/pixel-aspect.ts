/** The shape of pixels. */
import type { PixelAspect } from './mp4-index.ts';

/** No camera and no disc has more; a picture would be some pixels high. */
const MOST = 16;

/** Null for a ratio that says nothing: with a zero in it, or beyond all reason. */
export function saidAspect({ h, v }: PixelAspect): PixelAspect | null {
  return h === 0 || v === 0 || h > v * MOST || v > h * MOST ? null : { h, v };
}
