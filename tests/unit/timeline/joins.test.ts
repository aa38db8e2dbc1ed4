import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draggedSeconds, stripJoins } from '#features/timeline/strip/joins.ts';
import { timelineView } from '#features/timeline/strip/timeline-view.ts';
import type { Transition } from '#shared/entities/scene.ts';
import { completeScene, projectRow, sceneRow } from '#tests/helpers/rows.ts';

const view = (transition: Transition | null, ...more: ReturnType<typeof completeScene>[]) =>
  timelineView(projectRow(), [completeScene(1, { transition }), completeScene(2), ...more]);

test('a cut stands between its scenes and takes nothing of them', () => {
  const { layout, plan } = view(null);
  const sceneId = plan.scenes[0]?.sceneId;
  expect(stripJoins(layout, plan)).toEqual([
    { sceneId, numbers: { number: 1, next: 2 }, transition: null, left: 50, leastWidth: 50, bands: null },
  ]);
});

test('a crossfade takes its length of both, a fade through black half of it', () => {
  const bandsOf = (kind: Transition['kind']) => {
    const { layout, plan } = view({ kind, seconds: 2, sound: true });
    return stripJoins(layout, plan)[0]?.bands;
  };
  // Two clips of 8 s: a second is 6.25 % of the lane.
  expect(bandsOf('crossfade')).toEqual({ before: { left: 37.5, width: 12.5 }, after: { left: 50, width: 12.5 } });
  expect(bandsOf('fade-black')).toEqual({ before: { left: 43.75, width: 6.25 }, after: { left: 50, width: 6.25 } });
});

test('of a trimmed scene it takes what is played last', () => {
  const transition = { kind: 'crossfade', seconds: 1, sound: true } as const;
  const trimmed = completeScene(1, { trimStart: 1, trimEnd: 6, transition });
  const { layout, plan } = timelineView(projectRow(), [trimmed, completeScene(2)]);
  expect(stripJoins(layout, plan)[0]).toMatchObject({ left: 50, bands: { before: { left: 31.25, width: 6.25 } } });
});

test('a scene without a clip is passed over', () => {
  const { layout, plan } = timelineView(projectRow(), [completeScene(1), sceneRow(2), completeScene(3)]);
  expect(stripJoins(layout, plan).map(({ numbers }) => numbers)).toEqual([{ number: 1, next: 3 }]);
});

test('a band that is dragged to where another length would have put it gets that length', () => {
  const tenths = fc.integer({ min: 1, max: 40 }).map((tenth) => tenth / 10);
  fc.assert(
    fc.property(fc.constantFrom('crossfade' as const, 'fade-black' as const), tenths, (kind, seconds) => {
      const { layout, plan } = view({ kind, seconds, sound: true });
      const [scene, block] = [plan.scenes[0], layout.blocks[0]];
      const left = stripJoins(layout, plan)[0]?.bands?.before.left;
      if (!scene || !block || left === undefined) throw new Error('There is no join.');
      expect(draggedSeconds(scene, block, kind, left)).toBeCloseTo(seconds, 9);
      expect(draggedSeconds(scene, block, kind, 50)).toBe(0.1);
      expect(draggedSeconds(scene, block, kind, 0)).toBe(4);
    }),
  );
});
