/** What the overview frames of the lanes, and what dragging the frame comes to. Parts of the whole, from 0 to 1. Pure. */

export type FramedPart = { from: number; to: number };
/** The frame itself, or the edge that is held. */
export type FrameGrip = 'body' | 'start' | 'end';

/** The least part that an edge can be dragged to; the zoom has a limit of its own. */
const LEAST_PART = 0.001;

/** @param scrolled pixels of the lane before the window; less than 0 where the window begins before it */
export function framedPart({
  scrolled,
  windowPx,
  lanePx,
}: {
  scrolled: number;
  windowPx: number;
  lanePx: number;
}): FramedPart {
  if (lanePx <= 0 || windowPx <= 0) return { from: 0, to: 1 };
  const within = (px: number): number => Math.min(Math.max(px / lanePx, 0), 1);
  return { from: within(scrolled), to: within(scrolled + windowPx) };
}

/** The frame after one of its edges was dragged so far; it doesn't leave the whole. */
export function draggedFrame({ from, to }: FramedPart, grip: 'start' | 'end', by: number): FramedPart {
  if (grip === 'start') return { from: Math.min(Math.max(from + by, 0), to - LEAST_PART), to };
  return { from, to: Math.max(Math.min(to + by, 1), from + LEAST_PART) };
}

/**
 * How long the frame gets whose edge was dragged so far, where its middle stays: under a playhead that stands still both edges
 * follow the one that is held. Also the part of the window that is before or behind the whole counts.
 */
export function lengthAround(length: number, grip: 'start' | 'end', by: number): number {
  return Math.max(LEAST_PART, length + 2 * (grip === 'end' ? by : -by));
}

/** The zoom at which the window shows as much as is framed. */
export function zoomOfFrame(
  { from, to }: FramedPart,
  { fitPx, windowPx }: { fitPx: number; windowPx: number },
): number {
  return windowPx / ((to - from) * fitPx);
}

/** How much of the window a step of an arrow key is. */
const STEP = 0.1;
/** How much of it a page is: a little of what was seen stays in view. */
const PAGE = 0.9;

/** Where a key of a scroll bar scrolls to, in pixels; null for other keys. */
export function scrollAfterKey(
  key: string,
  { scrolled, windowPx, widthPx }: { scrolled: number; windowPx: number; widthPx: number },
): number | null {
  const last = Math.max(0, widthPx - windowPx);
  const by: Record<string, number> = {
    ArrowLeft: -STEP * windowPx,
    ArrowRight: STEP * windowPx,
    PageUp: -PAGE * windowPx,
    PageDown: PAGE * windowPx,
    Home: -scrolled,
    End: last - scrolled,
  };
  const moved = by[key];
  return moved === undefined ? null : Math.min(Math.max(scrolled + moved, 0), last);
}
