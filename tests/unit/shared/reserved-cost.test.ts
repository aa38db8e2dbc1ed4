import { expect, test } from 'vitest';
import { estimateCost } from '#shared/rules/cost.ts';
import { asGenerated, reservedUsd } from '#shared/rules/reserved-cost.ts';
import { completeScene, extensionOf, sceneRow } from '#tests/helpers/rows.ts';

const prices = { '720p': 0.1, '1080p': 0.2 };
const veo = { model: 'veo-3.1', aspectRatio: '16:9' } as const;

test('a scene reserves the seconds and the size that its model can make', () => {
  const rows = [
    sceneRow(1, { duration: 8, resolution: '1080p' }),
    sceneRow(2, { duration: 6, resolution: '1080p' }),
    sceneRow(3, { duration: 5 }),
  ];
  const priceOf = (index: number): number => reservedUsd(veo, rows.slice(index, index + 1), rows, () => prices);
  expect(priceOf(0)).toBeCloseTo(1.6);
  // 1080p exists at 8 s only.
  expect(priceOf(1)).toBeCloseTo(0.6);
  expect(priceOf(2)).toBeCloseTo(0.6);
  expect(reservedUsd(veo, rows, rows, () => prices)).toBeCloseTo(2.8);
  expect(reservedUsd(veo, [], rows, () => prices)).toBe(0);
});

test('a long scene reserves its first clip and what its extensions add; one that can’t be extended its clip alone', () => {
  const scene = sceneRow(1, { duration: 15, resolution: '1080p' });
  const extension = extensionOf(scene, 1);
  const rows = [scene, extension];
  // Veo extends at 720p only.
  expect(reservedUsd(veo, rows, rows, () => prices)).toBeCloseTo(1.5);
  expect(reservedUsd(veo, [extension], rows, () => prices)).toBeCloseTo(0.7);
  expect(reservedUsd({ ...veo, model: 'omni' }, rows, rows, () => prices)).toBeCloseTo(3);
  expect(reservedUsd({ ...veo, model: 'veo-3' }, rows, rows, () => prices)).toBeCloseTo(1.6);
});

test('a half of a split reserves, and is estimated at, the shortest clip that holds it', () => {
  const earlier = completeScene(1, { trimEnd: 3, duration: 8 });
  const later = completeScene(2, { trimStart: 3, duration: 8, splitFrom: earlier.id });
  const rows = [earlier, later];
  expect(reservedUsd(veo, [earlier], rows, () => prices)).toBeCloseTo(0.4);
  expect(reservedUsd(veo, [later], rows, () => prices)).toBeCloseTo(0.6);
  const usdOf = (index: 0 | 1): number =>
    estimateCost([asGenerated([earlier, later][index] ?? earlier, veo, rows)]).estimatedCost;
  expect([usdOf(0), usdOf(1)]).toEqual([1, 1.5]);
  // A scene that was only trimmed keeps its length.
  expect(reservedUsd(veo, [earlier], [earlier], () => prices)).toBeCloseTo(0.8);
});
