import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { MoviePlayer } from '#player/movie-player.ts';
import { useNarrow } from '../use-narrow.ts';
import type { DrawnLanes } from './drawn-lanes.ts';
import { drawnSpan, fitPixels, wholeZoom, zoomedPixels, zoomWithin, type ZoomAnchor } from './lane-pixels.ts';
import { keepPlayheadInView, scrollUnderPlayhead, type LaneGeometry } from './lane-scroll.ts';
import { anchorZoom, laneWindow, measured, scrolledTo, withHeld } from './lane-window.ts';
import { leftAtTime, timeAtLeft } from './timeline-layout.ts';
import type { TimelineView } from './timeline-view.ts';

type Strip = { scroller: HTMLElement | null; player: MoviePlayer; view: TimelineView };

/**
 * How wide the lanes are and what of them is drawn; keeps lanes, window and playhead together.
 * @param isZoomable whether this strip follows the zoom that the person sets
 */
export function useLaneWindow({ scroller, player, view }: Strip, isZoomable: boolean): DrawnLanes {
  const isNarrow = useNarrow();
  const windowPx = useWidth(scroller);
  const { wanted, page, goTo, held } = useStore(laneWindow);
  const fitPx = fitPixels(view.layout, { windowPx, isNarrow });
  const zoom = isZoomable ? zoomWithin(wanted, wholeZoom({ fitPx, windowPx, isNarrow })) : 1;
  const lanePx = zoomedPixels(fitPx, zoom);
  const geometry: LaneGeometry = {
    pxAt: (timeUs) => (leftAtTime(view.layout, view.played, timeUs) / 100) * lanePx,
    timeAt: (px) => timeAtLeft(view.layout, view.played, (px / lanePx) * 100),
  };
  useLayoutEffect(() => measured({ windowPx, fitPx, isNarrow }), [windowPx, fitPx, isNarrow]);
  // Before the page is painted: what somebody zooms into must not jump.
  useLayoutEffect(() => {
    if (goTo) scroller?.scrollTo({ left: goTo.scrolled, behavior: 'instant' });
  }, [scroller, goTo]);
  useScrolled(scroller, { lanePx, windowPx, isNarrow });
  useAnchor(scroller, player, geometry);
  useFollowing({ scroller, player, view }, geometry, { lanePx, isNarrow, isThere: windowPx > 0 });
  const { from, to } = withHeld(drawnSpan(page, { lanePx, windowPx }), held);
  // What is drawn within it is drawn again when this object is another.
  return useMemo(() => ({ lanePx, span: { from, to } }), [lanePx, from, to]);
}

type Widths = { lanePx: number; windowPx: number; isNarrow: boolean };

/** Tells where the window stands, after each scroll and each change of widths. */
function useScrolled(scroller: HTMLElement | null, { lanePx, windowPx, isNarrow }: Widths): void {
  useEffect(() => {
    if (scroller === null) return;
    const tell = (): void => scrolledTo(scroller.scrollLeft - (isNarrow ? windowPx / 2 : 0));
    tell();
    scroller.addEventListener('scroll', tell, { passive: true });
    return () => scroller.removeEventListener('scroll', tell);
  }, [scroller, lanePx, windowPx, isNarrow]);
}

/** What stays where it is: what is under the pointer; without one, the playhead, or else the middle of the window. */
function useAnchor(scroller: HTMLElement | null, player: MoviePlayer, geometry: LaneGeometry): void {
  const isNarrow = useNarrow();
  const read = useEffectEvent((element: HTMLElement, clientX: number | null): ZoomAnchor => {
    const lane = element.firstElementChild?.getBoundingClientRect() ?? element.getBoundingClientRect();
    const { width: windowPx } = element.getBoundingClientRect();
    // Where the lane would begin if nothing was scrolled.
    const origin = lane.left + element.scrollLeft;
    const playhead = geometry.pxAt(player.now());
    const shown = playhead - element.scrollLeft;
    if (isNarrow) return { part: playhead / lane.width, x: windowPx / 2 };
    const isShown = shown >= 0 && shown <= windowPx;
    const x = clientX === null ? (isShown ? shown : windowPx / 2) : clientX - origin;
    return { part: (x + element.scrollLeft) / lane.width, x };
  });
  useEffect(() => {
    if (scroller) return anchorZoom((clientX) => read(scroller, clientX));
  }, [scroller]);
}

/** Lane and playhead stay together while the movie plays and when the playhead is moved; a zoom alone moves neither away. */
function useFollowing(
  { scroller, player, view }: Strip,
  geometry: LaneGeometry,
  { lanePx, isNarrow, isThere }: { lanePx: number; isNarrow: boolean; isThere: boolean },
): void {
  const pxAt = useEffectEvent((timeUs: number) => geometry.pxAt(timeUs));
  const timeAt = useEffectEvent((px: number) => geometry.timeAt(px));
  useLayoutEffect(() => {
    if (scroller && isNarrow)
      return scrollUnderPlayhead(scroller, player, { pxAt: (us) => pxAt(us), timeAt: (px) => timeAt(px) });
  }, [scroller, player, isNarrow, view, lanePx]);
  useEffect(() => {
    if (scroller && !isNarrow && isThere)
      return keepPlayheadInView(scroller, player, { pxAt: (us) => pxAt(us), timeAt: (px) => timeAt(px) });
  }, [scroller, player, isNarrow, isThere]);
}

/** The width of an element's content box in pixels, as it changes; 0 before it is on the page. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
