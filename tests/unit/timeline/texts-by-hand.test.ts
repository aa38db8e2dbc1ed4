/** Texts that are dragged, scaled, stretched in time, and styled: what each gesture makes of the numbers. */
import '#tests/helpers/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '#shared/limits.ts';
import { chipRows } from '#features/timeline/texts/chip-rows.ts';
import { draggedTimes } from '#features/timeline/texts/chip-times.ts';
import { isPreset, presets, withPreset, withStyle } from '#features/timeline/texts/presets.ts';
import { scaledSize, snapText } from '#features/timeline/texts/snap-text.ts';
import { arrowStep, textCommand } from '#features/timeline/texts/text-keys.ts';
import { textOverlay } from '#tests/helpers/rows.ts';

const REACH = { x: 1, y: 1.5 };
const percent = fc.double({ min: 0, max: 100, noNaN: true });
const size = fc.record({
  width: fc.double({ min: 1, max: 95, noNaN: true }),
  height: fc.double({ min: 1, max: 60, noNaN: true }),
});

describe('a text that is dragged over the picture', () => {
  it('catches on the center, the thirds, and the safe area', () => {
    const box = { width: 30, height: 10 };
    expect(snapText({ x: 50.6, y: 20 }, box, REACH)).toEqual({
      center: { x: 50, y: 20 },
      guides: [{ axis: 'x', at: 50, kind: 'center' }],
    });
    expect(snapText({ x: 33, y: 67 }, box, REACH).guides.map(({ kind }) => kind)).toEqual(['third', 'third']);
    expect(snapText({ x: 19.5, y: 90.9 }, box, REACH)).toEqual({
      center: { x: 20, y: 90 },
      guides: [
        { axis: 'x', at: 5, kind: 'safe' },
        { axis: 'y', at: 95, kind: 'safe' },
      ],
    });
    expect(snapText({ x: 42, y: 20 }, box, REACH).guides).toEqual([]);
  });

  it('never goes farther than it reaches, and stays where it has caught', () => {
    fc.assert(
      fc.property(percent, percent, size, (x, y, box) => {
        const snapped = snapText({ x, y }, box, REACH);
        expect(Math.abs(snapped.center.x - x)).toBeLessThanOrEqual(REACH.x);
        expect(Math.abs(snapped.center.y - y)).toBeLessThanOrEqual(REACH.y);
        expect(snapText(snapped.center, box, REACH).center).toEqual(snapped.center);
      }),
    );
  });

  it('is scaled in even pixels within the limits', () => {
    const steps = { min: limits.fontSizeMin, max: limits.fontSizeMax, step: limits.fontSizeStep };
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 36 }), fc.double({ min: 0, max: 20, noNaN: true }), (half, ratio) => {
        const scaled = scaledSize(half * 2, ratio, steps);
        expect([scaled >= 16, scaled <= 72, scaled % 2]).toEqual([true, true, 0]);
      }),
    );
    expect(scaledSize(32, 1.5, steps)).toBe(48);
  });
});

describe('a chip in the lane', () => {
  const times = fc
    .tuple(fc.integer({ min: 0, max: 79 }), fc.integer({ min: 1, max: 80 }))
    .filter(([start, end]) => start < end)
    .map(([start, end]) => ({ startTime: start / 10, endTime: end / 10 }));
  const by = fc.double({ min: -20, max: 20, noNaN: true });

  it('keeps its length when it is moved, its other end when one is pulled, and always within the clip', () => {
    fc.assert(
      fc.property(times, fc.constantFrom('whole', 'start', 'end'), by, (before, part, seconds) => {
        const after = draggedTimes(before, part, seconds, 8);
        expect(after.startTime).toBeGreaterThanOrEqual(0);
        expect(after.endTime).toBeLessThanOrEqual(8);
        expect(after.endTime - after.startTime).toBeGreaterThan(0.09);
        if (part !== 'whole') return;
        expect(after.endTime - after.startTime).toBeCloseTo(before.endTime - before.startTime, 6);
      }),
    );
    expect(draggedTimes({ startTime: 1, endTime: 3 }, 'end', 1.24, 8)).toEqual({ startTime: 1, endTime: 4.2 });
    expect(draggedTimes({ startTime: 1, endTime: 3 }, 'start', 9, 8)).toEqual({ startTime: 2.9, endTime: 3 });
  });

  it('lies in a row of its own beside those that are seen at one time, in as few rows as can be', () => {
    const chips = [
      { left: 0, width: 30 },
      { left: 10, width: 10 },
      { left: 20, width: 5 },
      { left: 30, width: 5 },
    ];
    expect(chipRows(chips)).toEqual([0, 1, 1, 0]);
    const chip = fc.record({ left: fc.nat(100), width: fc.integer({ min: 1, max: 40 }) });
    fc.assert(
      fc.property(fc.array(chip, { maxLength: 12 }), (list) => {
        const rows = chipRows(list);
        const overlaps = (a: number, b: number): boolean => {
          const [one, other] = [list[a], list[b]];
          if (!one || !other) return false;
          return one.left < other.left + other.width && other.left < one.left + one.width;
        };
        const most = Math.max(
          0,
          ...list.map(({ left }) => list.filter((o) => o.left <= left && left < o.left + o.width).length),
        );
        const pairs = [...list.keys()].flatMap((a) => [...list.keys()].map((b): [number, number] => [a, b]));
        expect(pairs.filter(([a, b]) => a < b && rows[a] === rows[b] && overlaps(a, b))).toEqual([]);
        expect(Math.max(0, ...rows.map((row) => row + 1))).toBe(most);
      }),
    );
  });
});

describe('a style', () => {
  const text = textOverlay();

  it('keeps nothing that is off, so that a plain text is bare again', () => {
    const styled = withStyle(text, { bold: true, fadeInSeconds: 0.8, align: 'left' });
    expect(styled.style).toEqual({ bold: true, fadeInSeconds: 0.8, align: 'left' });
    expect(withStyle(styled, { bold: false, fadeInSeconds: 0, align: 'center' })).toEqual(text);
  });

  it('comes from a preset, which is the chosen one then and keeps fades and alignment', () => {
    const before = withStyle(text, { align: 'right', fadeOutSeconds: 1, outline: true });
    for (const preset of presets) {
      const after = withPreset(before, preset);
      expect(after.style).toMatchObject({ align: 'right', fadeOutSeconds: 1 });
      expect(presets.filter((one) => isPreset(after, one)).map(({ id }) => id)).toContain(preset.id);
    }
    expect(presets.filter((one) => isPreset(before, one)).map(({ id }) => id)).toEqual(['outline']);
  });
});

it('has the keys that editors have', () => {
  const plain = { shiftKey: false, altKey: false, ctrlKey: false, metaKey: false };
  expect(arrowStep({ ...plain, key: 'ArrowUp' })).toEqual({ x: 0, y: -1 });
  expect(arrowStep({ ...plain, key: 'ArrowRight', shiftKey: true })).toEqual({ x: 10, y: 0 });
  expect(arrowStep({ ...plain, key: 'ArrowRight', metaKey: true })).toBeNull();
  expect(textCommand({ ...plain, key: 'd', ctrlKey: true })).toBe('duplicate');
  expect(textCommand({ ...plain, key: 'd', metaKey: true })).toBe('duplicate');
  expect(textCommand({ ...plain, key: 'd' })).toBeNull();
  const commands = ['Delete', 'Enter', 'Escape'].map((key) => textCommand({ ...plain, key }));
  expect(commands).toEqual(['remove', 'type', 'let-go']);
});
