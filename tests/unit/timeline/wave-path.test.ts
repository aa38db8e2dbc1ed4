import fc from 'fast-check';
import { expect, test } from 'vitest';
import { timelineView } from '#features/timeline/strip/timeline-view.ts';
import { heardGain, sceneLoudness, wavePath } from '#features/timeline/strip/wave-path.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';
import { completeScene, projectRow } from '#tests/helpers/rows.ts';

const SECONDS = 8;
/** Half of full scale throughout. */
const even: SoundShape = {
  peaks: Array.from({ length: SECONDS * PEAKS_PER_SECOND }, () => 128),
  powers: Array.from({ length: SECONDS * 10 }, () => 0.01),
};

function drawn(fields: Partial<Scene> = {}, isLeveled = false): string {
  const { layout, plan } = timelineView(projectRow(), [completeScene(1, fields)]);
  const [block, scene] = [layout.blocks[0], plan.scenes[0]];
  if (!block || !scene) throw new Error('There is no scene.');
  return wavePath(block, scene, even, isLeveled);
}

/** Heights of the upper edge over the middle, from left to right. */
function heights(path: string): number[] {
  const points = path.slice(1, -1).split('L');
  return points.slice(0, points.length / 2).map((point) => 50 - Number(point.split(' ')[1]));
}

test('a wave is as high as its peaks, times the volume, and mirrored', () => {
  const points = drawn().slice(1, -1).split('L');
  expect(points).toHaveLength(2 * SECONDS * PEAKS_PER_SECOND);
  expect(heights(drawn()).every((height) => Math.abs(height - 25.1) < 0.1)).toBe(true);
  expect(heights(drawn({ gainDb: -6 }))[200]).toBeCloseTo(12.6, 0);
  expect(heights(drawn({ gainDb: 12 }))[200]).toBe(50);
  expect(Math.max(...heights(drawn({ muted: true })))).toBe(1);
});

test('fades rise and fall within what is played', () => {
  const faded = heights(drawn({ trimStart: 2, trimEnd: 6, fadeInSeconds: 2, fadeOutSeconds: 1 }));
  expect(faded[0]).toBe(1);
  expect(faded[3 * PEAKS_PER_SECOND]).toBeCloseTo(12.6, 0);
  expect(faded[4.5 * PEAKS_PER_SECOND]).toBeCloseTo(25.1, 0);
  expect(faded[5.5 * PEAKS_PER_SECOND]).toBeCloseTo(12.6, 0);
  expect(faded.at(-1)).toBe(1);
});

test('leveling draws what it will be heard as', () => {
  const { plan } = timelineView(projectRow(), [completeScene(1)]);
  const [scene] = plan.scenes;
  // A mean square of 0.01 is −20.7 LUFS, so that 4.7 dB are missing.
  expect(scene && sceneLoudness(scene, even)).toBeCloseTo(-20.691, 2);
  expect(heights(drawn({}, true))[200]).toBeCloseTo(25.1 * 10 ** (4.691 / 20), 0);
});

test('a gain is never less than nothing, and never more than the volume', () => {
  const seconds = fc.double({ min: 0, max: 8, noNaN: true });
  fc.assert(
    fc.property(seconds, seconds, seconds, fc.integer({ min: -60, max: 12 }), (at, rise, fall, gainDb) => {
      const scene = { muted: false, gainDb, fadeInSeconds: rise, fadeOutSeconds: fall, start: 0, end: 8 };
      const gain = heardGain(scene, 0, at);
      expect(gain).toBeGreaterThanOrEqual(0);
      expect(gain).toBeLessThanOrEqual(10 ** (gainDb / 20) + 1e-9);
    }),
  );
});
