import type { TimelineLayout } from './timeline-layout.ts';

/** Pixels that a second gets at least, so that short scenes can still be told apart in long movies. */
const LEAST_PX_PER_SECOND = 14;
/** A thumb needs room to stop at a frame. */
const LEAST_PX_PER_SECOND_NARROW = 44;

/** How wide the lane is: as wide as the window at Fit, wider where scenes would get too narrow, and by the zoom. */
export function lanePixels(
  layout: TimelineLayout,
  { windowPx, zoom, isNarrow }: { windowPx: number; zoom: number; isNarrow: boolean },
): number {
  const least = layout.seconds * (isNarrow ? LEAST_PX_PER_SECOND_NARROW : LEAST_PX_PER_SECOND);
  return Math.round(Math.max((windowPx * layout.fitPercent) / 100, least) * zoom);
}
