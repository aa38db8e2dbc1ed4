import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPlanes, expandRange } from '#media/compositor/planes.ts';
import { rgbToYuv } from '#shared/color/rgb-to-yuv.ts';
import { createScaler } from '#media/compositor/scale-planes.ts';
import { fitRect } from '#shared/movie/fit-rect.ts';
import { turnPlanes } from '#media/compositor/turn-planes.ts';

const side = fc.integer({ min: 2, max: 40 }).map((half) => half * 2);

describe('fitRect', () => {
  test('keeps the shape, stays inside, and lies on even pixels', () => {
    fc.assert(
      fc.property(side, side, side, side, (width, height, frameWidth, frameHeight) => {
        const rect = fitRect({ width, height }, { width: frameWidth, height: frameHeight });
        expect([rect.x % 2, rect.y % 2, rect.width % 2, rect.height % 2]).toEqual([0, 0, 0, 0]);
        expect(rect.x + rect.width).toBeLessThanOrEqual(frameWidth);
        expect(rect.y + rect.height).toBeLessThanOrEqual(frameHeight);
        expect(rect.width === frameWidth || rect.height === frameHeight).toBe(true);
      }),
    );
  });

  test('fills 854x480 with a 16:9 picture, and puts an upright one in the middle', () => {
    const inWide = fitRect({ width: 1280, height: 720 }, { width: 854, height: 480 });
    expect(inWide).toEqual({ x: 0, y: 0, width: 854, height: 480 });
    const upright = fitRect({ width: 720, height: 1280 }, { width: 1280, height: 720 });
    expect(upright).toEqual({ x: 436, y: 0, width: 406, height: 720 });
  });
});

describe('createScaler', () => {
  test('leaves an even picture even at any pair of sizes, and paints nothing beside it', () => {
    fc.assert(
      fc.property(
        side,
        side,
        side,
        side,
        fc.integer({ min: 0, max: 255 }),
        (width, height, toWidth, toHeight, value) => {
          const from = createPlanes(width, height);
          from.data.fill(value);
          const into = createPlanes(toWidth + 4, toHeight + 4);
          createScaler(from, { x: 2, y: 2, width: toWidth, height: toHeight })(from, into);
          const wanted = into.y.map((_, at) => {
            const [row, column] = [Math.floor(at / into.width), at % into.width];
            return row >= 2 && row < 2 + toHeight && column >= 2 && column < 2 + toWidth ? value : 16;
          });
          expect(into.y.every((luma, at) => luma === wanted[at])).toBe(true);
          expect(into.u.filter((u) => u !== 128 && u !== value)).toHaveLength(0);
        },
      ),
    );
  });

  test('agrees with the exact linear mix to one level, from black to white', () => {
    const [width, height, toWidth, toHeight] = [16, 10, 24, 15];
    const from = createPlanes(width, height);
    for (let at = 0; at < from.y.length; at += 1) from.y[at] = (at * 89) % 256;
    const into = createPlanes(toWidth, toHeight);
    createScaler(from, { x: 0, y: 0, width: toWidth, height: toHeight })(from, into);
    const sample = (row: number, column: number): number =>
      from.y[Math.max(0, Math.min(height - 1, row)) * width + Math.max(0, Math.min(width - 1, column))] ?? 0;
    for (let row = 0; row < toHeight; row += 1) {
      for (let column = 0; column < toWidth; column += 1) {
        const y = Math.max(0, Math.min(height - 1, ((row + 0.5) * height) / toHeight - 0.5));
        const x = Math.max(0, Math.min(width - 1, ((column + 0.5) * width) / toWidth - 0.5));
        const [top, left] = [Math.floor(y), Math.floor(x)];
        const across = (line: number): number =>
          sample(line, left) * (1 - x + left) + sample(line, left + 1) * (x - left);
        const exact = across(top) * (1 - y + top) + across(top + 1) * (y - top);
        expect(Math.abs((into.y[row * toWidth + column] ?? 0) - exact)).toBeLessThanOrEqual(1.6);
      }
    }
  });

  test('keeps the mean brightness when it makes smaller', () => {
    const from = createPlanes(120, 90);
    for (let at = 0; at < from.y.length; at += 1) from.y[at] = at % 2 === 0 ? 40 : 200;
    const into = createPlanes(40, 30);
    createScaler(from, { x: 0, y: 0, width: 40, height: 30 })(from, into);
    for (const value of into.y) expect(Math.abs(value - 120)).toBeLessThan(20);
  });
});

describe('rgbToYuv', () => {
  test('gives black, white and the primaries of BT.709 in video range', () => {
    const toYuv = rgbToYuv('bt709');
    expect(toYuv(0, 0, 0)).toEqual({ y: 16, u: 128, v: 128 });
    expect(toYuv(255, 255, 255)).toEqual({ y: 235, u: 128, v: 128 });
    expect(toYuv(255, 0, 0)).toEqual({ y: 63, u: 102, v: 240 });
    expect(toYuv(0, 0, 255)).toEqual({ y: 32, u: 240, v: 118 });
  });
});

describe('turnPlanes', () => {
  /** Three by two: 1 2 3 over 4 5 6. */
  const stored = createPlanes(3, 2);
  stored.y.set([1, 2, 3, 4, 5, 6]);
  stored.u.set([7, 8]);

  test.each([
    [{ degrees: 90, isMirrored: false }, [4, 1, 5, 2, 6, 3], [7, 8]],
    [{ degrees: 180, isMirrored: false }, [6, 5, 4, 3, 2, 1], [8, 7]],
    [{ degrees: 270, isMirrored: false }, [3, 6, 2, 5, 1, 4], [8, 7]],
    [{ degrees: 0, isMirrored: true }, [3, 2, 1, 6, 5, 4], [8, 7]],
    [{ degrees: 90, isMirrored: true }, [1, 4, 2, 5, 3, 6], [7, 8]],
  ] as const)('moves every pixel to its place: %o', (turn, luma, chroma) => {
    const isOnItsSide = turn.degrees === 90 || turn.degrees === 270;
    const upright = isOnItsSide ? createPlanes(2, 3) : createPlanes(3, 2);
    turnPlanes(stored, turn, upright);
    expect([...upright.y]).toEqual(luma);
    expect([...upright.u]).toEqual(chroma);
  });
});

test('expandRange brings black, white and neutral chroma to the ends and the middle of full range', () => {
  const [video, full] = [createPlanes(2, 2), createPlanes(2, 2)];
  video.y.set([16, 235, 126, 250]);
  video.u.set([240]);
  expandRange(video, full);
  expect([...full.y]).toEqual([0, 255, 128, 255]);
  expect([full.u[0], full.v[0]]).toEqual([255, 128]);
  expect([...video.y]).toEqual([16, 235, 126, 250]);
});
