import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toastPlace, type Box } from '#ui/toast-place.ts';

const desktop = { width: 1280, height: 800 };
const phone = { width: 360, height: 740 };
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** What is this high stands beside the notice. */
const isPanel = (other: Box): boolean => other.bottom - other.top >= 480 && other.right - other.left <= 640;

describe('a notice', () => {
  test('stands at the bottom, in the middle', () => {
    expect(toastPlace(desktop, 60, [])).toEqual({ left: 430, width: 420, bottom: 16 });
    expect(toastPlace(phone, 60, [])).toEqual({ left: 16, width: 328, bottom: 16 });
  });

  test('stands above the foot of a dialog, and above what is focused there', () => {
    const foot = box(320, 680, 640, 80);
    expect(toastPlace(desktop, 60, [foot]).bottom).toBe(800 - 680 + 12);
    const field = box(344, 600, 592, 40);
    expect(toastPlace(desktop, 60, [foot, field]).bottom).toBe(800 - 600 + 12);
  });

  test('stands between two of them where there is room', () => {
    const foot = box(0, 660, 360, 80);
    const field = box(16, 400, 328, 40);
    expect(toastPlace(phone, 60, [foot, field]).bottom).toBe(740 - 660 + 12);
  });

  test('stays where it is when they lie beside it', () => {
    expect(toastPlace(desktop, 60, [box(900, 700, 300, 60)]).bottom).toBe(16);
  });

  test('has its middle between the panels at the sides', () => {
    const rail = box(960, 44, 320, 756);
    expect(toastPlace(desktop, 60, [rail])).toEqual({ left: 270, width: 420, bottom: 16 });
    const narrow = { width: 1024, height: 700 };
    expect(toastPlace(narrow, 60, [box(704, 44, 320, 656)])).toMatchObject({ left: 142, width: 420 });
  });

  test('goes up where the lower part of the window is full, and stays at the bottom where there is no room at all', () => {
    const rows = Array.from({ length: 12 }, (_, row) => box(0, 100 + row * 56, 1280, 50));
    expect(toastPlace(desktop, 60, rows).bottom).toBe(800 - 100 + 12);
    expect(toastPlace(desktop, 60, [...rows, box(0, 0, 1280, 60)]).bottom).toBe(16);
  });

  test('hides what it may rather than what it must not', () => {
    const [foot, field] = [box(0, 660, 360, 80), box(16, 40, 328, 40)];
    const list = box(16, 100, 328, 900);
    expect(toastPlace(phone, 60, [foot, field], [list]).bottom).toBe(740 - 660 + 12);
    expect(toastPlace(phone, 60, [foot, box(16, 300, 328, 40)], [box(16, 350, 328, 900)]).bottom).toBe(740 - 300 + 12);
  });

  test('lies in the window and hides nothing, unless everything is full', () => {
    const obstacle = fc
      .tuple(fc.integer({ min: 0, max: 1200 }), fc.integer({ min: 0, max: 780 }), fc.nat(640), fc.nat(300))
      .map(([left, top, width, height]) => box(left, top, width, height));
    fc.assert(
      fc.property(fc.array(obstacle, { maxLength: 6 }), fc.integer({ min: 40, max: 160 }), (obstacles, height) => {
        const { left, width, bottom } = toastPlace(desktop, height, obstacles);
        const top = desktop.height - bottom - height;
        expect(left).toBeGreaterThanOrEqual(0);
        expect(left + width).toBeLessThanOrEqual(desktop.width);
        expect(top).toBeGreaterThanOrEqual(0);
        expect(bottom).toBeGreaterThanOrEqual(16);
        const lowest = desktop.height - 16 - height;
        const isClear = (at: number): boolean =>
          obstacles.every(
            (other) =>
              other.bottom + 12 <= at ||
              other.top - 12 >= at + height ||
              other.right <= left ||
              other.left >= left + width ||
              isPanel(other),
          );
        const clear = Array.from({ length: lowest - 15 }, (_, step) => 16 + step).findLast(isClear);
        expect(top).toBe(clear ?? lowest);
      }),
    );
  });
});
