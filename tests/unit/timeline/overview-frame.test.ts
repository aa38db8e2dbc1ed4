/** The frame of the overview: it is where the lanes' window is, and takes the window along. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import '#tests/helpers/property-runs.ts';
import {
  draggedFrame,
  framedPart,
  lengthAround,
  scrollAfterKey,
  zoomOfFrame,
  type FramedPart,
} from '#features/timeline/strip/overview-frame.ts';

const widths = fc.record({
  windowPx: fc.integer({ min: 200, max: 3000 }),
  lanePx: fc.integer({ min: 200, max: 200_000 }),
});
const part = fc
  .tuple(fc.integer({ min: 0, max: 997 }), fc.integer({ min: 2, max: 1000 }))
  .map(([from, long]) => ({ from: from / 1000, to: Math.min(1, (from + long) / 1000) }));

test('the frame never leaves the whole, and a lane that fits is framed whole', () => {
  fc.assert(
    fc.property(widths, fc.integer({ min: -3000, max: 200_000 }), ({ windowPx, lanePx }, scrolled) => {
      const { from, to } = framedPart({ scrolled, windowPx, lanePx });
      expect(from).toBeGreaterThanOrEqual(0);
      expect(to).toBeLessThanOrEqual(1);
      expect(to).toBeGreaterThanOrEqual(from);
    }),
  );
  expect(framedPart({ scrolled: -8, windowPx: 1000, lanePx: 900 })).toEqual({ from: 0, to: 1 });
  expect(framedPart({ scrolled: 250, windowPx: 500, lanePx: 1000 })).toEqual({ from: 0.25, to: 0.75 });
  expect(framedPart({ scrolled: 0, windowPx: 0, lanePx: 0 })).toEqual({ from: 0, to: 1 });
});

test('dragging an edge keeps the other edge', () => {
  const grips = fc.constantFrom('start' as const, 'end' as const);
  fc.assert(
    fc.property(part, grips, fc.double({ min: -2, max: 2, noNaN: true }), (framed, grip, by) => {
      const dragged = draggedFrame(framed, grip, by);
      expect(dragged.from).toBeGreaterThanOrEqual(0);
      expect(dragged.to).toBeLessThanOrEqual(1 + 1e-9);
      expect(dragged.to).toBeGreaterThan(dragged.from);
      const kept = { start: ({ to }: FramedPart) => to, end: ({ from }: FramedPart) => from }[grip];
      expect(kept(dragged)).toBeCloseTo(kept(framed), 9);
    }),
  );
});

test('the zoom of a frame shows just what is framed', () => {
  fc.assert(
    fc.property(widths, part, ({ windowPx, lanePx: fitPx }, framed) => {
      const lanePx = fitPx * zoomOfFrame(framed, { fitPx, windowPx });
      const shown = framedPart({ scrolled: framed.from * lanePx, windowPx, lanePx });
      expect(shown.from).toBeCloseTo(framed.from, 9);
      expect(shown.to).toBeCloseTo(framed.to, 9);
    }),
  );
});

test('keys go by steps, pages, and to both ends, and never beyond', () => {
  const at = { scrolled: 500, windowPx: 1000, widthPx: 4000 };
  expect(scrollAfterKey('ArrowRight', at)).toBe(600);
  expect(scrollAfterKey('ArrowLeft', at)).toBe(400);
  expect(scrollAfterKey('PageDown', at)).toBe(1400);
  expect(scrollAfterKey('PageUp', at)).toBe(0);
  expect(scrollAfterKey('Home', at)).toBe(0);
  expect(scrollAfterKey('End', at)).toBe(3000);
  expect(scrollAfterKey('PageDown', { ...at, scrolled: 2900 })).toBe(3000);
  expect(scrollAfterKey('End', { ...at, widthPx: 900 })).toBe(0);
  expect(scrollAfterKey('a', at)).toBeNull();
});

test('under a playhead that stands still both edges follow the one that is dragged', () => {
  expect(lengthAround(0.4, 'end', 0.1)).toBeCloseTo(0.6, 9);
  expect(lengthAround(0.4, 'start', 0.1)).toBeCloseTo(0.2, 9);
  expect(lengthAround(0.4, 'start', 0.3)).toBeGreaterThan(0);
});
