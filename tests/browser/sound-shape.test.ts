import { expect, test } from 'vitest';
import { findBeats, readSoundShape } from '#media/worker/client.ts';
import { beatsOf } from '#shared/sound/beats.ts';
import { loudnessBetween, PEAKS_PER_SECOND } from '#shared/sound/sound-shape.ts';
import { clip } from './media-movie.ts';

test('a clip’s sound is measured from its first frame to its last', async () => {
  const shape = await readSoundShape(await clip({ seconds: 4, sceneNumber: 1, size: '360p', sound: 'tone' }));
  if (shape === null) throw new Error('The clip has a sound.');
  expect(shape.peaks).toHaveLength(4 * PEAKS_PER_SECOND);
  // A steady tone: what is drawn is even but for its ends.
  const inside = shape.peaks.slice(5, -5);
  expect(Math.max(...inside) - Math.min(...inside)).toBeLessThan(12);
  const whole = loudnessBetween(shape, 0, 4);
  expect(whole).not.toBeNull();
  expect(loudnessBetween(shape, 1, 3)).toBeCloseTo(whole ?? 0, 0);
});

test('clicks stand where they are heard', async () => {
  const shape = await readSoundShape(await clip({ seconds: 4, sceneNumber: 2, size: '360p', sound: 'click-track' }));
  const loud = (shape?.peaks ?? []).flatMap((peak, index) => (peak > 100 ? [index] : []));
  // One at the first second and one at the third.
  expect(loud).toEqual([1 * PEAKS_PER_SECOND, 3 * PEAKS_PER_SECOND]);
});

test('a clip without sound has no shape', async () => {
  expect(await readSoundShape(await clip({ seconds: 4, sceneNumber: 3, size: '360p', sound: 'none' }))).toBeNull();
});

test('beats are found off the page, as they are found on it', async () => {
  const peaks = Array.from({ length: 60 * PEAKS_PER_SECOND }, (_, at) => (at % 25 < 3 ? 200 - (at % 25) * 60 : 4));
  const beats = await findBeats({ peaks });
  expect(beats.length).toBeGreaterThan(110);
  expect(beats).toEqual(beatsOf(peaks));
});
