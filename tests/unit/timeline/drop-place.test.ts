import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scenesInBox } from '#features/timeline/moving/box-hits.ts';
import { dropOf, gapAt, movedTo, steppedPlace, type LaidScene } from '#features/timeline/moving/drop-place.ts';

const laid = (widths: readonly number[]): LaidScene[] => {
  let left = 0;
  return widths.map((width, index) => {
    const scene = { sceneId: `s${index}`, left, width };
    left += width;
    return scene;
  });
};
const drag = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 2, maxLength: 12 }).chain((widths) =>
  fc.record({
    widths: fc.constant(widths),
    ids: fc.subarray(
      widths.map((_, index) => `s${index}`),
      { minLength: 1 },
    ),
    center: fc.integer({ min: -50, max: 600 }),
  }),
);

test('a scene goes where its beginning is nearest, and the others make room for just its width', () => {
  const scenes = laid([10, 20, 10]);
  const drop = dropOf(scenes, new Set(['s0']), 's0', 27);
  expect(drop.place).toBe(1);
  expect(Object.fromEntries(drop.shifts)).toEqual({ s0: 20, s1: -10, s2: 0 });
});

test('one that is let go where it was stays', () => {
  const scenes = laid([10, 20, 10]);
  for (const { sceneId, left, width } of scenes) {
    const drop = dropOf(scenes, new Set([sceneId]), sceneId, left + width / 2);
    expect(drop.place).toBe(scenes.findIndex((scene) => scene.sceneId === sceneId));
    expect([...drop.shifts.values()]).toEqual([0, 0, 0]);
  }
});

test('wherever scenes are dropped, what is shown is the new order, side by side', () => {
  fc.assert(
    fc.property(drag, ({ widths, ids, center }) => {
      const scenes = laid(widths);
      const [pressed = ''] = ids;
      const { place, shifts } = dropOf(scenes, new Set(ids), pressed, center);
      const order = movedTo(
        scenes.map(({ sceneId }) => sceneId),
        new Set(ids),
        place,
      );
      let at = 0;
      for (const id of order) {
        const scene = scenes.find(({ sceneId }) => sceneId === id);
        expect((scene?.left ?? 0) + (shifts.get(id) ?? 0)).toBe(at);
        at += scene?.width ?? 0;
      }
    }),
  );
});

test('chosen scenes step together by one place, and gather on their way', () => {
  const order = ['a', 'b', 'c', 'd'];
  expect(steppedPlace(order, new Set(['b']), 1)).toBe(2);
  expect(movedTo(order, new Set(['b']), 2)).toEqual(['a', 'c', 'b', 'd']);
  expect(steppedPlace(order, new Set(['a', 'c']), 1)).toBe(1);
  expect(movedTo(order, new Set(['a', 'c']), 1)).toEqual(['b', 'a', 'c', 'd']);
  expect(steppedPlace(order, new Set(['a']), -1)).toBeNull();
  expect(steppedPlace(order, new Set(['c', 'd']), 1)).toBeNull();
  expect(steppedPlace(order, new Set(['x']), 1)).toBeNull();
});

test('files go into the nearest gap between scenes', () => {
  const scenes = laid([20, 60, 20]);
  expect(gapAt(scenes, 0)).toEqual({ place: 0, left: 0 });
  expect(gapAt(scenes, 9)).toEqual({ place: 0, left: 0 });
  expect(gapAt(scenes, 11)).toEqual({ place: 1, left: 20 });
  expect(gapAt(scenes, 49)).toEqual({ place: 1, left: 20 });
  expect(gapAt(scenes, 51)).toEqual({ place: 2, left: 80 });
  expect(gapAt(scenes, 100)).toEqual({ place: 3, left: 100 });
  expect(gapAt([], 50)).toEqual({ place: 0, left: 0 });
});

test('a box has the scenes that it touches, drawn in any direction, and none unless it reaches down to them', () => {
  const scenes = laid([10, 20, 30, 40]);
  const box = { fromLeft: 12, toLeft: 45, fromTop: -20, toTop: 10 };
  expect(scenesInBox(scenes, box, 100)).toEqual(['s1', 's2']);
  expect(scenesInBox(scenes, { fromLeft: 45, toLeft: 12, fromTop: 10, toTop: -20 }, 100)).toEqual(['s1', 's2']);
  expect(scenesInBox(scenes, { ...box, toTop: -2 }, 100)).toEqual([]);
  expect(scenesInBox(scenes, { ...box, fromTop: 130, toTop: 101 }, 100)).toEqual([]);
  expect(scenesInBox(scenes, { ...box, fromTop: 130, toTop: 90 }, 100)).toEqual(['s1', 's2']);
});
