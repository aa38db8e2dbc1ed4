import fc from 'fast-check';
import { expect, test } from 'vitest';
import { audioSnaps } from '#features/timeline/audio/audio-snaps.ts';
import { edgeSnaps } from '#features/timeline/edges/edge-snaps.ts';
import { pausesIn } from '#features/timeline/edges/pauses.ts';
import { nearestTarget } from '#features/timeline/strip/snap.ts';
import { timelineView } from '#features/timeline/strip/timeline-view.ts';
import { placeAt } from '#player/playhead.ts';
import { completeScene, projectRow, textOverlay } from '#tests/helpers/rows.ts';

const loud = (count: number): number[] => Array.from({ length: count }, () => 200);
const quiet = (count: number): number[] => Array.from({ length: count }, () => 5);

test('a pause is what is much quieter than the clip’s loudest moment, for a fifth of a second at least', () => {
  expect(pausesIn({ peaks: [...loud(50), ...quiet(25), ...loud(50), ...quiet(9), ...loud(10)] })).toEqual([
    { startSeconds: 1, endSeconds: 1.5 },
  ]);
  expect(pausesIn({ peaks: [...loud(10), ...quiet(40)] })).toEqual([{ startSeconds: 0.2, endSeconds: 1 }]);
});

test('a clip without any sound has no pauses', () => {
  expect(pausesIn({ peaks: [] })).toEqual([]);
  expect(pausesIn({ peaks: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] })).toEqual([]);
});

test('of the targets within reach the nearest is met, and none beyond', () => {
  const targets = [
    { left: 10, met: 'a' },
    { left: 12, met: 'b' },
  ];
  expect(nearestTarget(10.9, targets, 2)?.met).toBe('a');
  expect(nearestTarget(11.2, targets, 2)?.met).toBe('b');
  expect(nearestTarget(14.1, targets, 2)).toBeNull();
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 3, noNaN: true }),
      (at, reach) => {
        const met = nearestTarget(at, targets, reach);
        expect(targets.some(({ left }) => Math.abs(left - at) <= reach)).toBe(met !== null);
      },
    ),
  );
});

test('an edge meets the playhead, the scene’s texts, its pauses, and where it was', () => {
  const overlays = [textOverlay({ startTime: 2, endTime: 4 })];
  const rows = [completeScene(1, { trimEnd: 6, textOverlays: overlays }), completeScene(2)];
  const { layout, played } = timelineView(projectRow(), rows);
  const [block, next] = layout.blocks;
  if (!block || !next) throw new Error('There are two scenes.');
  const shape = { peaks: [...loud(250), ...quiet(25), ...loud(125)], powers: [] };
  // Two clips of 8 s: a second is 6.25 % of the lane.
  const at = (seconds: number): number => seconds * 6.25;
  const place = placeAt(played, 1_000_000);
  const lefts = (edge: 'start' | 'end') => edgeSnaps({ block, edge, place, overlays, shape }).map(({ left }) => left);
  expect(lefts('start')).toEqual([at(1), 0, at(2), at(4), at(5), at(5.5)]);
  // The end comes after the frame under the playhead.
  expect(lefts('end')[0]).toBeCloseTo(at(1 + 1 / 24));
  expect(lefts('end')[1]).toBe(at(6));
  // The playhead of another scene is nothing to this one.
  expect(edgeSnaps({ block: next, edge: 'start', place, overlays: [], shape: null })).toHaveLength(1);
});

test('an end meets where music begins and ends, and a start doesn’t: under it they would move along', () => {
  const { layout } = timelineView(projectRow(), [completeScene(1), completeScene(2)]);
  const [block] = layout.blocks;
  if (!block) throw new Error('There are two scenes.');
  const sounds = [
    { seconds: 3, name: 'Harbor at night' },
    { seconds: 12, name: 'Harbor at night' },
  ];
  const metBy = (edge: 'start' | 'end') =>
    edgeSnaps({ block, edge, place: null, overlays: [], shape: null, sounds }).map(({ met }) => met);
  expect(metBy('end')).toContain('“Harbor at night”');
  expect(metBy('end').filter((met) => met === '“Harbor at night”')).toHaveLength(1);
  expect(metBy('start')).not.toContain('“Harbor at night”');
});

test('a piece of sound meets texts, and the pauses in what is played of the scenes', () => {
  const textOverlays = [textOverlay({ startTime: 2, endTime: 4 })];
  const rows = [completeScene(1, { trimEnd: 6, textOverlays }), completeScene(2)];
  const view = timelineView(projectRow(), rows);
  const shape = { peaks: [...loud(250), ...quiet(25), ...loud(75), ...quiet(25), ...loud(25)], powers: [] };
  const shapes = { [rows[0]?.sha256 ?? '']: shape };
  const targets = audioSnaps({ audio: [], view, player: null }, '', { leftOf: () => 50, shapes, beatsOf: () => [] });
  const leftsOf = (name: string): number[] => targets.filter(({ met }) => met === name).map(({ left }) => left);
  expect(leftsOf('“Low tide”')).toEqual([12.5, 25]);
  // The second pause is behind the trim.
  expect(leftsOf('a pause in the sound')).toEqual([31.25, 34.375]);
});
