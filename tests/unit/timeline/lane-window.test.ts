import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { filmTiles } from '#features/timeline/strip/film-tiles.ts';
import {
  drawnSpan,
  isIn,
  pageAt,
  scrollAfterZoom,
  WHOLE_MOVIE,
  wholeZoom,
  ZOOM_MAX,
  zoomedPixels,
  zoomWithin,
} from '#features/timeline/strip/lane-pixels.ts';
import {
  anchorZoom,
  holdScenes,
  laneWindow,
  leaveLaneWindow,
  letScenesGo,
  measured,
  placeInWindow,
  scrolledTo,
  withHeld,
  zoomBy,
  zoomOf,
  zoomTo,
} from '#features/timeline/strip/lane-window.ts';

afterEach(() => leaveLaneWindow());

const windowPx = fc.integer({ min: 200, max: 3_000 });
const lanePx = fc.integer({ min: 100, max: 300_000 });

test('what is under the pointer stays there when the zoom changes, unless an end of the lane is in the window', () => {
  fc.assert(
    fc.property(lanePx, lanePx, windowPx, fc.double({ min: 0, max: 1, noNaN: true }), (before, after, width, at) => {
      const scrolled = Math.max(0, before - width) * at;
      const x = Math.min(width, before) * at;
      const part = (scrolled + x) / before;
      const next = scrollAfterZoom({ part, x }, { lanePx: after, windowPx: width });
      expect(next).toBeGreaterThanOrEqual(0);
      expect(next).toBeLessThanOrEqual(Math.max(0, after - width));
      // At an end of the lane it comes as near as it can.
      const wanted = Math.min(Math.max(part * after - x, 0), Math.max(0, after - width));
      expect(part * after - next).toBeCloseTo(part * after - wanted, 6);
    }),
  );
});

test('zooming in and out again at one place brings the same part of the movie back', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 4_000, max: 20_000 }),
      fc.double({ min: 0.3, max: 0.7, noNaN: true }),
      fc.double({ min: 1.1, max: 4, noNaN: true }),
      (fitPx, at, factor) => {
        const width = 1_000;
        const x = at * width;
        const scrolled = at * (fitPx - width);
        const wide = zoomedPixels(fitPx, factor);
        const near = scrollAfterZoom({ part: (scrolled + x) / fitPx, x }, { lanePx: wide, windowPx: width });
        const back = scrollAfterZoom({ part: (near + x) / wide, x }, { lanePx: fitPx, windowPx: width });
        expect(back).toBeCloseTo(scrolled, 3);
      },
    ),
  );
});

test('at the least zoom the whole movie is in the window, and no zoom is beyond its limits', () => {
  fc.assert(
    fc.property(
      lanePx,
      windowPx,
      fc.boolean(),
      fc.double({ min: 0, max: 100, noNaN: true }),
      (fitPx, width, isNarrow, wanted) => {
        const whole = wholeZoom({ fitPx, windowPx: width, isNarrow });
        expect(fitPx * whole).toBeLessThanOrEqual(Math.max(width, fitPx * whole === fitPx ? fitPx : 0) + 1e-6);
        expect(zoomWithin(WHOLE_MOVIE, whole)).toBe(whole);
        expect(zoomWithin(wanted, whole)).toBeGreaterThanOrEqual(whole);
        expect(zoomWithin(wanted, whole)).toBeLessThanOrEqual(ZOOM_MAX);
      },
    ),
  );
  expect(wholeZoom({ fitPx: 4_000, windowPx: 1_000, isNarrow: false })).toBe(0.25);
  // The playhead stands in the middle there: all of the movie has to be in either half.
  expect(wholeZoom({ fitPx: 4_000, windowPx: 400, isNarrow: true })).toBe(0.05);
  expect(wholeZoom({ fitPx: 0, windowPx: 400, isNarrow: false })).toBe(1);
});

test('all that is in the window is drawn wherever it is scrolled to, and what is far from it is not', () => {
  fc.assert(
    fc.property(lanePx, windowPx, fc.double({ min: 0, max: 1, noNaN: true }), (lane, width, at) => {
      const scrolled = at * Math.max(0, lane - width);
      const span = drawnSpan(pageAt(scrolled, width), { lanePx: lane, windowPx: width });
      const percent = (px: number): number => (px / lane) * 100;
      expect(span.from).toBeLessThanOrEqual(percent(scrolled) + 1e-9);
      expect(span.to).toBeGreaterThanOrEqual(percent(scrolled + width) - 1e-9);
      expect(isIn(span, { left: percent(scrolled - 1.1 * width), width: 0 })).toBe(false);
      expect(isIn(span, { left: percent(scrolled + 2.6 * width), width: 1 })).toBe(false);
    }),
  );
  // Before the window is measured.
  expect(isIn(drawnSpan(0, { lanePx: 2_100, windowPx: 0 }), { left: 0, width: 1 })).toBe(false);
});

test('the pictures of a scene that are drawn cover what is drawn of it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 90 }),
      fc.integer({ min: 1, max: 100 }),
      lanePx,
      fc.integer({ min: -50, max: 150 }),
      fc.integer({ min: 1, max: 100 }),
      (left, width, lane, from, length) => {
        const span = { from, to: from + length };
        const tiles = filmTiles({ left, width }, { lanePx: lane, span });
        fc.pre(isIn(span, { left, width }));
        const laneLeft = (inBlock: number): number => left + (inBlock * width) / 100;
        const [first, last] = [tiles[0], tiles.at(-1)];
        expect(laneLeft(first?.left ?? Infinity)).toBeLessThanOrEqual(Math.max(left, span.from) + 1e-6);
        expect(laneLeft((last?.left ?? 0) + (last?.width ?? 0))).toBeGreaterThanOrEqual(
          Math.min(left + width, span.to) - 1e-6,
        );
        expect(tiles.length).toBeLessThanOrEqual(((length / 100) * lane) / 70 + 2);
      },
    ),
  );
});

test('of a scene that is out of view no pictures are drawn', () => {
  const lanes = { lanePx: 10_000, span: { from: 40, to: 60 } };
  expect(filmTiles({ left: 10, width: 30 }, lanes)).toEqual([]);
  expect(filmTiles({ left: 60, width: 10 }, lanes)).toEqual([]);
  expect(filmTiles({ left: 50, width: 0.1 }, lanes)).toEqual([{ left: 0, width: 100 }]);
});

test('a zoom scrolls to what stays in its place, and a scroll tells which part is drawn', () => {
  measured({ windowPx: 1_000, fitPx: 4_000, isNarrow: false });
  const stop = anchorZoom((clientX) => ({ part: 0.5, x: clientX ?? 500 }));
  zoomTo(2, 300);
  expect(laneWindow.getState()).toMatchObject({ wanted: 2, goTo: { scrolled: 3_700 }, page: 7 });
  scrolledTo(4_000);
  expect(laneWindow.getState().page).toBe(8);
  expect(placeInWindow(62.5)).toBe(1);
  zoomBy(100);
  expect(zoomOf(laneWindow.getState())).toBe(ZOOM_MAX);
  zoomTo(WHOLE_MOVIE);
  expect(zoomOf(laneWindow.getState())).toBe(0.25);
  // A window of another size still shows all of it.
  measured({ windowPx: 2_000, fitPx: 4_000, isNarrow: false });
  expect(zoomOf(laneWindow.getState())).toBe(0.5);
  stop();
  zoomBy(2);
  expect(zoomOf(laneWindow.getState())).toBe(1);
});

test('while scenes are dragged, what their gap moves into view is drawn, too', () => {
  holdScenes(new Set(['a']), 12);
  expect(withHeld({ from: 10, to: 20 }, laneWindow.getState().held)).toEqual({ from: -2, to: 32 });
  letScenesGo();
  expect(withHeld({ from: 10, to: 20 }, laneWindow.getState().held)).toEqual({ from: 10, to: 20 });
});
