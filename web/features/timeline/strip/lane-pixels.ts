/** How wide the lane is, which part of it is in the window, and what a zoom makes of both. Pixels. Pure. */
import type { TimelineLayout } from './timeline-layout.ts';

/** Pixels that a second gets at least, so that short scenes can still be told apart in long movies. */
const LEAST_PX_PER_SECOND = 14;
/** A thumb needs room to stop at a frame. */
const LEAST_PX_PER_SECOND_NARROW = 44;

/** How many times wider than at 100 % the lane can be. */
export const ZOOM_MAX = 16;
/** A wanted zoom that shows the whole movie, whatever size the window gets. */
export const WHOLE_MOVIE = 0;

/** How wide the lane is at 100 %: as wide as the window, and wider where scenes would get too narrow. */
export function fitPixels(
  layout: Pick<TimelineLayout, 'seconds' | 'fitPercent'>,
  { windowPx, isNarrow }: { windowPx: number; isNarrow: boolean },
): number {
  const least = layout.seconds * (isNarrow ? LEAST_PX_PER_SECOND_NARROW : LEAST_PX_PER_SECOND);
  return Math.max((windowPx * layout.fitPercent) / 100, least);
}

/**
 * The zoom at which the whole movie is in the window, scenes below their least width too. Where the playhead stands still in
 * the middle of the window, either half of it has to have room.
 */
export function wholeZoom({
  fitPx,
  windowPx,
  isNarrow,
}: {
  fitPx: number;
  windowPx: number;
  isNarrow: boolean;
}): number {
  if (fitPx <= 0 || windowPx <= 0) return 1;
  return Math.min(1, windowPx / (isNarrow ? 2 : 1) / fitPx);
}

/** The zoom that a wanted one comes to. */
export function zoomWithin(wanted: number, whole: number): number {
  return Math.min(Math.max(wanted, whole), ZOOM_MAX);
}

export function zoomedPixels(fitPx: number, zoom: number): number {
  return Math.round(fitPx * zoom);
}

/** What stays where it is while the zoom changes: a part of the lane (0 to 1), so many pixels from the window's start. */
export type ZoomAnchor = { part: number; x: number };

/** How far the lane is scrolled then. Its ends don't leave the window. */
export function scrollAfterZoom({ part, x }: ZoomAnchor, { lanePx, windowPx }: LaneWidths): number {
  return Math.max(0, Math.min(part * lanePx - x, lanePx - windowPx));
}

type LaneWidths = { lanePx: number; windowPx: number };

/** A part of the lane, in percent of it. */
export type LaneSpan = { from: number; to: number };

/** Which half of a window, counted from the lane's start, the window begins in. */
export function pageAt(scrolled: number, windowPx: number): number {
  return windowPx > 0 ? Math.floor(scrolled / (windowPx / 2)) : 0;
}

const NOTHING: LaneSpan = { from: 0, to: 0 };

/** What is drawn of the lane while its window begins in a page: the window, and about a half of it before and after. */
export function drawnSpan(page: number, { lanePx, windowPx }: LaneWidths): LaneSpan {
  if (windowPx <= 0 || lanePx <= 0) return NOTHING;
  const half = (windowPx / 2 / lanePx) * 100;
  return { from: (page - 1) * half, to: (page + 4) * half };
}

export function isIn({ from, to }: LaneSpan, { left, width }: { left: number; width: number }): boolean {
  return left < to && left + width > from;
}
