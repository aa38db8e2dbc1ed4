import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { largestSize, stillBox, zoomAt } from '#shared/movie/still-box.ts';
import { stillGroundIds, stillGrounds } from '#shared/movie/still-grounds.ts';
import { stillShape } from '#shared/movie/still-shape.ts';
import { isAnimated } from '#shared/own-files/animated.ts';
import { completeScene, projectRow } from '#tests/helpers/rows.ts';

const frame = { width: 1280, height: 720 };
const size = fc.record({ width: fc.integer({ min: 1, max: 8192 }), height: fc.integer({ min: 1, max: 8192 }) });

describe('where a still lies in the frame', () => {
  it('fits with bars beside a square, and fills with its top and bottom cut off', () => {
    const square = { width: 500, height: 500 };
    expect(stillBox(square, frame, 'fit', 1)).toEqual({ x: 280, y: 0, width: 720, height: 720 });
    expect(stillBox(square, frame, 'fill', 1)).toEqual({ x: 0, y: -280, width: 1280, height: 1280 });
  });

  it('covers all of the frame or stays inside, in its own proportions and around the middle', () => {
    fc.assert(
      fc.property(size, size, fc.boolean(), (picture, into, isFill) => {
        const box = stillBox(picture, into, isFill ? 'fill' : 'fit', 1);
        const [across, down] = [box.width - into.width, box.height - into.height];
        expect(isFill ? Math.min(across, down) : -Math.max(across, down)).toBeGreaterThan(-1e-6);
        expect(Math.min(Math.abs(across), Math.abs(down))).toBeLessThan(1e-6);
        expect(box.width / picture.width).toBeCloseTo(box.height / picture.height, 6);
        expect(box.x * 2 + box.width).toBeCloseTo(into.width, 6);
        expect(box.y * 2 + box.height).toBeCloseTo(into.height, 6);
      }),
    );
  });

  it('is pushed in by as much with every frame, and not at all without', () => {
    const zooms = Array.from({ length: 121 }, (_, at) => zoomAt(at, 121, true));
    expect(zooms[0]).toBe(1);
    expect(zooms[120]).toBeCloseTo(1.12, 9);
    for (let at = 1; at < zooms.length; at += 1) expect((zooms[at] ?? 0) - (zooms[at - 1] ?? 0)).toBeCloseTo(0.001, 9);
    expect(zoomAt(120, 121, false)).toBe(1);
    expect(zoomAt(0, 1, true)).toBe(1);
  });

  it('is opened no larger than it is ever drawn, and never larger than it is', () => {
    const settings = { seconds: 5, fit: 'fill', pushIn: true, background: 'black' } as const;
    expect(largestSize({ width: 8000, height: 4500 }, frame, settings)).toEqual({ width: 1434, height: 807 });
    expect(largestSize({ width: 64, height: 36 }, frame, settings)).toEqual({ width: 64, height: 36 });
    const line = largestSize({ width: 8192, height: 1 }, frame, { ...settings, fit: 'fit' });
    expect(line).toEqual({ width: 1434, height: 1 });
  });
});

describe('the clip of a still', () => {
  const clipOf = (number: number, rest: object) => ({ ...completeScene(number), ...rest });

  it('has the size and the rate that most of the movie has', () => {
    const fps = { num: 30_000, den: 1001 };
    const scenes = [1, 2].map((number) => clipOf(number, { width: 1920, height: 1080, fps }));
    expect(stillShape(projectRow(), scenes)).toEqual({ width: 1920, height: 1080, fps });
  });

  it('has the project’s shape where nothing was made yet', () => {
    const fps = { num: 24, den: 1 };
    expect(stillShape(projectRow({ aspectRatio: '16:9' }), [])).toEqual({ width: 1280, height: 720, fps });
    expect(stillShape(projectRow({ aspectRatio: '9:16' }), [])).toEqual({ width: 720, height: 1280, fps });
  });

  it('has even sides and no more pixels than encoders take', () => {
    const odd = clipOf(1, { width: 641, height: 361 });
    expect(stillShape(projectRow(), [odd])).toMatchObject({ width: 640, height: 360 });
    const huge = clipOf(1, { width: 7680, height: 4320, fps: { num: 240, den: 1 } });
    expect(stillShape(projectRow(), [huge])).toEqual({ width: 3840, height: 2160, fps: { num: 24, den: 1 } });
  });
});

/** WCAG 2.2, relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

it.each(stillGroundIds)('words on %s stand out by 4.5 to 1 at least', (id) => {
  const { top, bottom, ink } = stillGrounds[id];
  for (const color of [top, bottom]) {
    const [light = 0, dark = 0] = [luminance(color), luminance(ink)].toSorted((a, b) => b - a);
    expect((light + 0.05) / (dark + 0.05)).toBeGreaterThan(4.5);
  }
});

describe('a picture that moves', () => {
  const chunk = (kind: string, bytes: number): number[] => [
    ...[0, 0, 0, bytes, ...Buffer.from(kind)],
    ...Array<number>(bytes + 4).fill(0),
  ];
  const png = (...chunks: number[][]) => Uint8Array.from([137, 80, 78, 71, 13, 10, 26, 10, ...chunks.flat()]);

  it('says so in its header', () => {
    expect(isAnimated(png(chunk('IHDR', 13), chunk('acTL', 8), chunk('IDAT', 9)), 'png')).toBe(true);
    expect(isAnimated(png(chunk('IHDR', 13), chunk('IDAT', 9), chunk('acTL', 8)), 'png')).toBe(false);
    const webp = (flags: number) => Uint8Array.from([...Buffer.from('RIFF....WEBPVP8X\n\0\0\0'), flags, 0, 0, 0]);
    expect(isAnimated(webp(0x12), 'webp')).toBe(true);
    expect(isAnimated(webp(0x10), 'webp')).toBe(false);
    expect(isAnimated(Buffer.from('\0\0\0\x1cftypavis'), 'avif')).toBe(true);
    expect(isAnimated(Buffer.from('\0\0\0\x1cftypavif'), 'avif')).toBe(false);
    expect(isAnimated(Uint8Array.from([0xff, 0xd8, 0xff]), 'jpeg')).toBe(false);
  });

  it('has a header that ends or lies', () => {
    expect(isAnimated(png([0xff, 0xff, 0xff, 0xff, ...Buffer.from('IHDR')]), 'png')).toBe(false);
    expect(isAnimated(new Uint8Array(), 'webp')).toBe(false);
  });
});
