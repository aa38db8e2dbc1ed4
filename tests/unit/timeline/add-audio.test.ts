/** Where several pieces of music go, and which files are taken for sound. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startsBehind } from '#features/timeline/audio/add-audio.ts';
import { isSoundByName } from '#shared/own-files/kind-by-name.ts';

test('pieces begin one behind the other, where they were put', () => {
  expect(startsBehind([10, 5, 20], 7, 60)).toEqual([7, 17, 22]);
});

test('near the end they begin earlier, so that none lies over another', () => {
  expect(startsBehind([10, 5, 20], 58, 60)).toEqual([44, 54, 59]);
  expect(startsBehind([30], 60, 60)).toEqual([59]);
});

test('none begins outside of the movie, and only those lie over others for which it is too short', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 200 }), (own, start, movie) => {
      const starts = startsBehind(own, start, movie);
      const whole = own.slice(0, -1).reduce((sum, length) => sum + length, 0);
      starts.forEach((at) => expect(at >= 0 && at <= Math.max(0, movie - 1)).toBe(true));
      const isApart = starts.every(
        (at, index) => index === 0 || at >= (starts[index - 1] ?? 0) + (own[index - 1] ?? 0),
      );
      expect(isApart).toBe(whole <= movie - 1 || own.length === 1);
    }),
  );
});

test.each([
  [{ type: 'audio/mpeg', name: 'Song.mp3' }, true],
  [{ type: '', name: 'Song.FLAC' }, true],
  [{ type: '', name: 'Song.opus' }, true],
  [{ type: '', name: 'Trip.mkv' }, false],
  [{ type: 'video/mp4', name: 'Song.mp3' }, false],
])('%o is sound: %s', (file, isSound) => {
  expect(isSoundByName(file)).toBe(isSound);
});
