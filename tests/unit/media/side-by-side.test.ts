/** How encoding is shared out among encoders. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutIntoParts, encodersSideBySide } from '#media/export/encode/side-by-side.ts';
import '#tests/helpers/property-runs.ts';

const software: VideoEncoderConfig = {
  codec: 'avc1.640028',
  width: 1280,
  height: 720,
  hardwareAcceleration: 'no-preference',
  avc: { format: 'avc' },
};

function workOf(frameCounts: readonly number[], isCrossfade = false) {
  return frameCounts.map((frameCount, index) => ({
    key: String(index),
    stretch: { kind: 'encode' as const, scene: index, startFrame: 0, frameCount, isCrossfade, reasons: [] },
  }));
}

describe('encoders side by side', () => {
  test('are one for two processors, up to four', () => {
    expect([1, 2, 4, 16].map((processors) => encodersSideBySide(software, processors))).toEqual([1, 1, 2, 4]);
  });

  test('are fewer for large pictures, so that memory is bounded', () => {
    expect(encodersSideBySide({ ...software, width: 1920, height: 1080 }, 8)).toBe(2);
    expect(encodersSideBySide({ ...software, width: 3840, height: 2160 }, 8)).toBe(1);
  });

  test('are one where hardware encodes, and where the encoder makes threads itself', () => {
    expect(encodersSideBySide({ ...software, hardwareAcceleration: 'prefer-hardware' }, 8)).toBe(1);
    const { avc: _, ...vp9 } = software;
    expect(encodersSideBySide({ ...vp9, codec: 'vp09.00.31.08' }, 8)).toBe(1);
  });
});

describe('parts of stretches', () => {
  test('are whole stretches where these go round evenly', () => {
    expect(cutIntoParts(workOf([192, 192, 192, 192]), 2).map((parts) => parts.length)).toEqual([1, 1, 1, 1]);
  });

  test('are halves of the stretch that is left over', () => {
    expect(cutIntoParts(workOf([192, 192, 192]), 2)).toEqual([
      [{ from: 0, frameCount: 192 }],
      [{ from: 0, frameCount: 192 }],
      [
        { from: 0, frameCount: 96 },
        { from: 96, frameCount: 96 },
      ],
    ]);
  });

  test('are shares of a stretch that is longer than all others together', () => {
    expect(cutIntoParts(workOf([960, 24]), 2).map((parts) => parts.length)).toEqual([2, 1]);
  });

  test('are never cut out of a crossfade, which is mixed by its length', () => {
    expect(cutIntoParts(workOf([480], true), 4)).toEqual([[{ from: 0, frameCount: 480 }]]);
  });

  test('cover every frame once, in order, and none is shorter than two seconds unless its stretch is', () => {
    const movies = fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(movies, fc.integer({ min: 1, max: 4 }), (frameCounts, encoders) => {
        for (const [index, parts] of cutIntoParts(workOf(frameCounts), encoders).entries()) {
          let from = 0;
          for (const part of parts) {
            expect(part.from).toBe(from);
            expect(part.frameCount).toBeGreaterThanOrEqual(Math.min(48, frameCounts[index] ?? 0));
            from += part.frameCount;
          }
          expect(from).toBe(frameCounts[index]);
        }
      }),
    );
  });
});
