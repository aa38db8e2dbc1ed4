import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fitPixels } from '#features/timeline/strip/lane-pixels.ts';
import {
  clipSecondsAt,
  leftAtTime,
  leftInBlock,
  timeAtLeft,
  timelineLayout,
} from '#features/timeline/strip/timeline-layout.ts';
import { clipMarks, rulerMarks, textChips } from '#features/timeline/strip/timeline-marks.ts';
import { clockAt } from '#features/timeline/transport/clock.ts';
import { createHearing, createSharing, timelineView } from '#features/timeline/strip/timeline-view.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { moviePlan } from '#shared/movie/movie-plan.ts';
import { completeScene, extensionOf, projectRow, sceneRow, testHash, textOverlay } from '#tests/helpers/rows.ts';

const extended = (fields: Partial<Scene> = {}): Scene[] => {
  const scene = completeScene(1, { duration: 15 });
  return [scene, extensionOf(scene, 1, fields)];
};
const madeExtension = completeScene(1, { frameCount: 360, sha256: testHash(9) });
const { status, sha256, videoUrl, mediaBytes, width, height, fps, frameCount } = madeExtension;
const made = { status, sha256, videoUrl, mediaBytes, width, height, fps, frameCount };
const viewOf = (rows: readonly Scene[]) => timelineView(projectRow(), rows);

test('scenes stand one behind the other, as wide as they are long, those without a clip too', () => {
  const { layout } = viewOf([completeScene(1), sceneRow(2, { duration: 4 }), completeScene(3, { frameCount: 96 })]);
  expect(layout.blocks.map(({ left, width, planned }) => [left, width, planned !== null])).toEqual([
    [0, 50, true],
    [50, 25, false],
    [75, 25, true],
  ]);
  expect(layout).toMatchObject({ seconds: 16, fitPercent: 100 });
});

test('a scene is never narrower than a tenth of the window, and the lane grows for it', () => {
  const rows = Array.from({ length: 20 }, (_, index) => completeScene(index + 1));
  const { layout } = viewOf(rows);
  expect(layout.fitPercent).toBe(200);
  expect(fitPixels(layout, { windowPx: 1_000, isNarrow: false })).toBe(160 * 14);
  expect(fitPixels(layout, { windowPx: 2_000, isNarrow: false })).toBe(4_000);
  expect(fitPixels(layout, { windowPx: 360, isNarrow: true })).toBe(160 * 44);
});

test('an extension is a segment of its scene, in the time of the whole clip', () => {
  const [block] = viewOf(extended(made)).layout.blocks;
  expect(block).toMatchObject({ seconds: 15, status: 'complete' });
  expect(block?.segments).toEqual([
    { startSeconds: 0, endSeconds: 8, left: 0, width: (8 / 15) * 100 },
    { startSeconds: 8, endSeconds: 15, left: (8 / 15) * 100, width: (7 / 15) * 100 },
  ]);
});

test('an extension that is still to be made keeps its place behind what is there', () => {
  const [block] = viewOf(extended()).layout.blocks;
  expect(block).toMatchObject({ seconds: 15, status: 'pending' });
  expect(block?.segments[1]).toMatchObject({ startSeconds: 8, endSeconds: 15 });
});

test('a segment is never narrower than a fifth of its scene, and time is even within each', () => {
  const [block] = viewOf(extended({ ...made, duration: 1 })).layout.blocks;
  if (!block) throw new Error('There is a block');
  expect(block.segments.map(({ width }) => width)).toEqual([80, 20]);
  expect(leftInBlock(block, 14)).toBeCloseTo(80, 9);
  expect(leftInBlock(block, 14.5)).toBeCloseTo(90, 9);
  expect(clipSecondsAt(block, 90)).toBeCloseTo(14.5, 9);
});

test('every frame of any movie goes to its place on the lane and back', () => {
  const trim = fc.option(fc.tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 100, max: 192 })));
  fc.assert(
    fc.property(fc.array(trim, { minLength: 1, maxLength: 14 }), (trims) => {
      const rows = trims.map((cut, index) =>
        completeScene(index + 1, cut ? { trimStart: cut[0] / 24, trimEnd: cut[1] / 24 } : {}),
      );
      const { layout, plan } = viewOf(rows);
      for (let frame = 0; frame < plan.frameCount; frame += 7) {
        const timeUs = Math.round((frame * 1_000_000) / 24);
        expect(timeAtLeft(layout, plan, leftAtTime(layout, plan, timeUs))).toBeCloseTo(timeUs, -2);
      }
    }),
    { numRuns: 30 },
  );
});

test('the lane does not move when a scene is trimmed, and what is cut away leads to the nearest played frame', () => {
  const whole = viewOf([completeScene(1), completeScene(2)]);
  const cut = viewOf([completeScene(1), completeScene(2, { trimStart: 2, trimEnd: 6 })]);
  const places = ({ layout }: typeof whole) => layout.blocks.map(({ left, width: wide }) => [left, wide]);
  expect(places(cut)).toEqual(places(whole));
  expect(timeAtLeft(cut.layout, cut.plan, 51)).toBe(8_000_000);
  expect(timeAtLeft(cut.layout, cut.plan, 99)).toBeCloseTo(12_000_000 - 1_000_000 / 24, 0);
  expect(leftAtTime(cut.layout, cut.plan, 8_000_000)).toBeCloseTo(50 + 12.5, 9);
});

test('a place on a scene without a clip leads to the next that has one', () => {
  const { layout, plan } = viewOf([completeScene(1), sceneRow(2), completeScene(3)]);
  expect(timeAtLeft(layout, plan, 50)).toBe(8_000_000);
  const last = viewOf([completeScene(1), sceneRow(2)]);
  expect(timeAtLeft(last.layout, last.plan, 99)).toBe(8_000_000);
});

test('the ruler counts what is played, with room for its labels', () => {
  const { layout, plan } = viewOf([completeScene(1, { trimStart: 4 }), completeScene(2)]);
  const marks = (lanePx: number, span = { from: 0, to: 100 }) => rulerMarks(layout, plan, { lanePx, span });
  const labels = (lanePx: number, span?: { from: number; to: number }) => marks(lanePx, span).map(({ label }) => label);
  expect(labels(320)).toEqual(['0:00', '0:05', '0:10']);
  expect(marks(320)[0]).toEqual({ left: 25, label: '0:00' });
  expect(marks(2_000)).toHaveLength(12);
  // Only what is drawn; and frames where there is room for them.
  expect(labels(2_000, { from: 50, to: 62 })).toEqual(['0:04', '0:05', '0:06']);
  expect(labels(16_000, { from: 50, to: 51 })).toEqual(['0:04:00', '0:04:03', '0:04:06']);
});

test('while a scene is trimmed, clock and ruler count its clip; else the movie', () => {
  const { layout, played } = viewOf([completeScene(1), completeScene(2)]);
  const second = layout.blocks[1]?.sceneId ?? '';
  expect(clockAt(played, 10_000_000, second)).toEqual({ now: '0:02:00', whole: '0:08:00' });
  expect(clockAt(played, 10_000_000, null)).toEqual({ now: '0:10:00', whole: '0:16:00' });
  expect(clockAt(played, 2_000_000, second)).toEqual({ now: '0:02:00', whole: '0:16:00' });
  const marks = clipMarks(layout, second, { lanePx: 1_600, span: { from: 0, to: 100 } });
  expect(marks.slice(0, 2)).toEqual([
    { left: 50, label: '0:00' },
    { left: 56.25, label: '0:01' },
  ]);
  expect(marks.at(-1)).toEqual({ left: 93.75, label: '0:07' });
});

test('a text stands over the part of its scene where it is seen', () => {
  const text = (startTime: number, endTime: number) => textOverlay({ startTime, endTime });
  const rows = [
    completeScene(1, { textOverlays: [text(1, 3)] }),
    completeScene(2, { trimStart: 4, textOverlays: [text(0, 2), text(2, 6)] }),
  ];
  const { layout, plan } = viewOf(rows);
  expect(textChips(layout, plan, rows)).toMatchObject([
    { sceneNumber: 1, index: 0, startSeconds: 1, endSeconds: 3, left: 6.25, width: 12.5 },
    { sceneNumber: 2, index: 1, startSeconds: 4, endSeconds: 6, left: 75, width: 12.5 },
  ]);
});

test('a movie without scenes has an empty lane', () => {
  const layout = timelineLayout(moviePlan(projectRow(), []), []);
  expect(layout).toEqual({ blocks: [], byScene: new Map(), seconds: 0, fitPercent: 0 });
  expect(timeAtLeft(layout, moviePlan(projectRow(), []), 50)).toBe(0);
});

test('what is heard stays the same view while only texts change, and follows every change of sound or place', () => {
  const hear = createHearing();
  const rows = [1, 2, 3].map((number) => completeScene(number));
  const seen = (changed: Partial<Scene>) =>
    hear(viewOf(rows.map((row, index) => (index === 1 ? { ...row, ...changed } : row))));
  const first = seen({});
  expect(seen({ textOverlays: [textOverlay()], title: 'Low tide' })).toBe(first);
  const changes: Partial<Scene>[] = [
    { gainDb: -6 },
    { muted: true },
    { fadeInSeconds: 1 },
    { fadeOutSeconds: 1 },
    { trimStart: 2 },
    { trimEnd: 5 },
    { transition: { kind: 'crossfade', seconds: 1, sound: true } },
    { sha256: 'e'.repeat(64) },
  ];
  for (const change of changes) {
    const [before, changed] = [seen({}), seen(change)];
    expect({ change, isNew: changed !== before }).toEqual({ change, isNew: true });
    expect(seen(change)).toBe(changed);
  }
});

test('what a change leaves alone stays the same object, and the rest is as it is without the view before', () => {
  const changes = fc.record({
    at: fc.integer({ min: 0, max: 3 }),
    fields: fc.constantFrom<Partial<Scene>[]>({ trimEnd: 5 }, { trimStart: 2 }, { gainDb: -6 }, { title: 'Dawn' }, {}),
  });
  fc.assert(
    fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (steps) => {
      const share = createSharing();
      let rows = [1, 2, 3, 4].map((number) => completeScene(number));
      let before = share(viewOf(rows));
      for (const { at, fields } of steps) {
        rows = rows.map((row, index) => (index === at ? { ...row, ...fields } : { ...row }));
        const plain = viewOf(rows);
        const shared = share(plain);
        expect(shared).toEqual(plain);
        const others = rows.filter((_, index) => index !== at);
        for (const { id } of others) expect(shared.looks.get(id)).toBe(before.looks.get(id));
        // Trimmed at its end, a scene moves nothing on the lane.
        expect(shared.layout.blocks.map(({ left }) => left)).toEqual(before.layout.blocks.map(({ left }) => left));
        before = shared;
      }
      expect(share(viewOf(rows)).layout).toBe(before.layout);
    }),
  );
});
