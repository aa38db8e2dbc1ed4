/** Which part of the lanes the strip shows: zoom and scroll, for all that draw it and all that change it. */
import { createStore } from 'zustand/vanilla';
import {
  pageAt,
  scrollAfterZoom,
  wholeZoom,
  zoomedPixels,
  zoomWithin,
  type LaneSpan,
  type ZoomAnchor,
} from './lane-pixels.ts';

type LaneWindow = {
  /** The zoom that was asked for; what it comes to depends on the window. */
  wanted: number;
  windowPx: number;
  /** How wide the lane is at 100 %. */
  fitPx: number;
  isNarrow: boolean;
  /** The half window that is in view now. */
  page: number;
  /** Where a zoom scrolls to, once the lane has its new width; an object of its own each time. */
  goTo: { scrolled: number } | null;
  /** What is drawn although it may be out of view, because it is held. */
  held: { sceneIds: ReadonlySet<string>; width: number } | null;
};

const AT_FIRST: LaneWindow = {
  wanted: 1,
  windowPx: 0,
  fitPx: 0,
  isNarrow: false,
  page: 0,
  goTo: null,
  held: null,
};

export const laneWindow = createStore<LaneWindow>(() => AT_FIRST);
const { getState, setState } = laneWindow;

export function leaveLaneWindow(): void {
  setState(AT_FIRST);
}

/** Where the strip tells what would stay in its place: at a place of the screen, or at the playhead. */
let anchorAt: ((clientX: number | null) => ZoomAnchor) | null = null;

/** Answers how to take it back. */
export function anchorZoom(read: (clientX: number | null) => ZoomAnchor): () => void {
  anchorAt = read;
  return () => {
    if (anchorAt === read) anchorAt = null;
  };
}

export function zoomOf({ wanted, ...widths }: LaneWindow): number {
  return zoomWithin(wanted, wholeZoom(widths));
}

/** @param clientX what stays under it; null for the playhead, or the middle of the window while that is out of view */
export function zoomTo(wanted: number, clientX: number | null = null): void {
  const now = getState();
  const zoom = zoomOf({ ...now, wanted });
  if (zoom === zoomOf(now)) return setState({ wanted });
  const anchor = anchorAt?.(clientX) ?? null;
  if (anchor === null) return setState({ wanted });
  const lanePx = zoomedPixels(now.fitPx, zoom);
  // Under a fixed playhead the lane scrolls to where that is, by itself.
  const goTo = now.isNarrow ? null : { scrolled: scrollAfterZoom(anchor, { lanePx, windowPx: now.windowPx }) };
  const first = goTo?.scrolled ?? anchor.part * lanePx - anchor.x;
  setState({ wanted, goTo, page: pageAt(first, now.windowPx) });
}

export function zoomBy(factor: number, clientX: number | null = null): void {
  zoomTo(zoomWithin(zoomOf(getState()) * factor, wholeZoom(getState())), clientX);
}

/** How far the window's start is behind the lane's, in pixels. */
let start = 0;

export function scrolledTo(scrolled: number): void {
  start = scrolled;
  const { page, windowPx } = getState();
  const next = pageAt(scrolled, windowPx);
  if (next !== page) setState({ page: next });
}

/** Where a place of the lane (in percent) stands in the window: 0 at its start, 1 at its end. */
export function placeInWindow(left: number): number {
  const now = getState();
  const px = (left / 100) * zoomedPixels(now.fitPx, zoomOf(now)) - start;
  return now.windowPx > 0 ? px / now.windowPx : 0;
}

export function measured(widths: Pick<LaneWindow, 'windowPx' | 'fitPx' | 'isNarrow'>): void {
  setState(widths);
}

export function holdScenes(sceneIds: ReadonlySet<string>, width: number): void {
  setState({ held: { sceneIds, width } });
}

export function letScenesGo(): void {
  if (getState().held !== null) setState({ held: null });
}

/** While scenes are dragged the others move by their width: what comes into view that way is drawn, too. */
export function withHeld({ from, to }: LaneSpan, held: LaneWindow['held']): LaneSpan {
  return held === null ? { from, to } : { from: from - held.width, to: to + held.width };
}
