/** Pictures of each kind, and title cards, as clips: to the pixel, in an export, and where they can't be used. */
import { commands } from 'vitest/browser';
import { describe, expect, test } from 'vitest';
import { makeStill } from '#media/still/client.ts';
import type { StillRequest } from '#media/still/protocol.ts';
import type { ClipSpec } from '#tests/helpers/clips/clip-spec.ts';
import { contextOf } from '#tests/helpers/playback/pixels.ts';
import { readMarker } from '#tests/helpers/clips/marker.ts';
import { base64Of, clip, converted, makeMovie, P720, picturesOf } from './media-movie.ts';

const SPEC: ClipSpec = { seconds: 2, size: '360p', sceneNumber: 9 };
const SHAPE = { width: 640, height: 360, fps: { num: 24, den: 1 }, beside: null, at: Date.UTC(2026, 0, 1) };
const SETTINGS = { seconds: 2, fit: 'fill', pushIn: false, background: 'black' } as const;

const picture = (ending: string, args = ['-frames:v', '1']): Promise<Blob> => converted(SPEC, args, ending);

async function made(request: Partial<StillRequest>): Promise<{ clip: Blob; base64: string; isAnimated: boolean }> {
  const result = await makeStill({ picture: null, name: 'Still', settings: SETTINGS, ...SHAPE, ...request });
  if (!result.ok) throw new Error(result.sentence);
  const base64 = await base64Of(result.clip);
  return { clip: result.clip, base64, isAnimated: result.isAnimated };
}

const frames = (base64: string, at: number[]): Promise<Uint8Array[]> =>
  picturesOf(base64, at, { width: 640, height: 360 });

const colorAt = (pixels: Uint8Array | undefined, x: number, y: number, width = 640): number[] => [
  ...(pixels ?? new Uint8Array()).slice((y * width + x) * 3, (y * width + x) * 3 + 3),
];

/** How far the part of a color that is furthest off is from what it should be. */
function offBy(found: number[], wanted: number[]): number {
  return Math.max(...wanted.map((value, at) => Math.abs((found[at] ?? -999) - value)));
}

/** A picture that is red at the left and blue at the right, or with a clear right half. */
async function halves(type: string, isClear = false, size = { width: 400, height: 200 }): Promise<Blob> {
  const context = contextOf(size.width, size.height);
  context.fillStyle = '#ff0000';
  context.fillRect(0, 0, size.width / 2, size.height);
  if (!isClear) {
    context.fillStyle = '#0000ff';
    context.fillRect(size.width / 2, 0, size.width / 2, size.height);
  }
  return await context.canvas.convertToBlob({ type, quality: 0.95 });
}

/** The picture with a camera's note in front that says how it was held (Exif 2.3, tag 0x0112). */
async function turned(jpeg: Blob, orientation: number): Promise<Blob> {
  const bytes = new Uint8Array(await jpeg.arrayBuffer());
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1];
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const length = exif.length + entry.length + 2;
  return new Blob([bytes.slice(0, 2), Uint8Array.from([0xff, 0xe1, 0, length, ...exif, ...entry]), bytes.slice(2)]);
}

const TAGGED = ['-c:v', 'libx264', ...['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709']];

const KINDS: readonly [string, string[]][] = [
  ['jpg', ['-frames:v', '1', '-q:v', '2']],
  ['png', ['-frames:v', '1']],
  ['webp', ['-frames:v', '1', '-quality', '90']],
  ['avif', ['-frames:v', '1', '-c:v', 'libaom-av1', '-cpu-used', '8']],
];

describe('a picture becomes a clip', () => {
  test.each(KINDS)('%s: the same picture in every frame, to its marker', async (ending, args) => {
    const { base64 } = await made({ picture: await picture(ending, args) });
    const { video } = await commands.probeMovie(base64);
    expect(video).toMatchObject({ codec_name: 'h264', width: 640, height: 360 });
    const shown = await frames(base64, [0, 24, 47]);
    expect(shown).toHaveLength(3);
    for (const pixels of shown) expect(readMarker(pixels, 640, 360)).toEqual({ scene: 9, frame: 0 });
  });

  test('at a rate that is a fraction, and 90 frames of 3 seconds', async () => {
    const settings = { ...SETTINGS, seconds: 3 };
    const { base64 } = await made({ picture: await picture('png'), settings, fps: { num: 30_000, den: 1001 } });
    expect(await frames(base64, [0, 89])).toHaveLength(2);
    await expect(frames(base64, [90])).rejects.toThrow('no frame 90');
  });

  test('fills the frame or fits in it, on its background', async () => {
    const square = await halves('image/png', false, { width: 300, height: 300 });
    const fill = await made({ picture: square });
    const fit = await made({ picture: square, settings: { ...SETTINGS, fit: 'fit', background: 'white' } });
    const [filled] = await frames(fill.base64, [10]);
    const [fitted] = await frames(fit.base64, [10]);
    expect(offBy(colorAt(filled, 20, 180), [255, 0, 0])).toBeLessThanOrEqual(8);
    expect(offBy(colorAt(filled, 620, 180), [0, 0, 255])).toBeLessThanOrEqual(8);
    expect(offBy(colorAt(fitted, 20, 180), [255, 255, 255])).toBeLessThanOrEqual(8);
    expect(offBy(colorAt(fitted, 160, 180), [255, 0, 0])).toBeLessThanOrEqual(8);
    expect(offBy(colorAt(fitted, 480, 180), [0, 0, 255])).toBeLessThanOrEqual(8);
  });

  test('is pushed in around its middle, from its whole self', async () => {
    const settings = { ...SETTINGS, fit: 'fit', pushIn: true, background: 'white' } as const;
    const { base64 } = await made({ picture: await halves('image/png', false, { width: 300, height: 300 }), settings });
    const shown = await frames(base64, [0, 24, 47]);
    const edges = shown.map((pixels) =>
      Array.from({ length: 320 }, (_, x) => x).find((x) => (colorAt(pixels, x, 180)[1] ?? 0) < 128),
    );
    // 360 pixels wide at first, 403.2 at the end.
    expect(Math.abs((edges[0] ?? 0) - 140)).toBeLessThanOrEqual(1);
    expect(Math.abs((edges[1] ?? 0) - 129)).toBeLessThanOrEqual(1.5);
    expect(Math.abs((edges[2] ?? 0) - 118)).toBeLessThanOrEqual(1.5);
    for (const pixels of shown) {
      expect(offBy(colorAt(pixels, 310, 180), [255, 0, 0])).toBeLessThanOrEqual(12);
      expect(offBy(colorAt(pixels, 330, 180), [0, 0, 255])).toBeLessThanOrEqual(12);
    }
  });

  test('stands upright as its camera was held, and what is clear shows the background', async () => {
    const upright = await made({
      picture: await turned(await halves('image/jpeg'), 6),
      settings: { ...SETTINGS, fit: 'fit' },
    });
    const [pixels] = await frames(upright.base64, [0]);
    // Turned to the right, its left is at the top.
    expect(offBy(colorAt(pixels, 320, 60), [255, 0, 0])).toBeLessThanOrEqual(16);
    expect(offBy(colorAt(pixels, 320, 300), [0, 0, 255])).toBeLessThanOrEqual(16);
    expect(offBy(colorAt(pixels, 60, 180), [0, 0, 0])).toBeLessThanOrEqual(8);
    const clear = await made({
      picture: await halves('image/png', true),
      settings: { ...SETTINGS, background: 'cream' },
    });
    expect(offBy(colorAt((await frames(clear.base64, [0]))[0], 600, 180), [0xf4, 0xd9, 0xa8])).toBeLessThanOrEqual(8);
  });

  test('one that moves gives its first picture, and says so', async () => {
    const moving = await picture('png', ['-frames:v', '4', '-f', 'apng']);
    const { base64, isAnimated } = await made({ picture: moving });
    expect(isAnimated).toBe(true);
    const [pixels = new Uint8Array()] = await frames(base64, [40]);
    expect(readMarker(pixels, 640, 360)).toEqual({ scene: 9, frame: 0 });
  });
});

test('a title card is its background, from top to bottom', async () => {
  const { base64 } = await made({ settings: { ...SETTINGS, background: 'night' } });
  const [pixels] = await frames(base64, [30]);
  expect(offBy(colorAt(pixels, 320, 1), [0x2c, 0x3f, 0x5e])).toBeLessThanOrEqual(8);
  expect(offBy(colorAt(pixels, 320, 358), [0x0b, 0x11, 0x20])).toBeLessThanOrEqual(8);
});

test.each<[string, () => Promise<Blob>]>([
  ['untagged as the models’', () => clip({ seconds: 2, sceneNumber: 1 })],
  ['tagged BT.709', () => converted({ seconds: 2, sceneNumber: 1 }, TAGGED)],
])('an export copies it beside clips that are %s, and shows every frame of both', async (_, args) => {
  const beside = await args();
  const size = { width: 1280, height: 720 };
  const still = await made({ picture: await picture('png'), settings: { ...SETTINGS, pushIn: true }, ...size, beside });
  const specs = [
    { file: beside, number: 1 },
    { file: still.clip, number: 2 },
  ];
  const { base64, result } = await makeMovie(specs, P720);
  expect(result.receipt.stretches.map(({ kind }) => kind)).toEqual(['copy', 'copy']);
  const [first = new Uint8Array(), second = new Uint8Array()] = await frames(base64, [47, 48]);
  expect(readMarker(first, 640, 360)).toEqual({ scene: 1, frame: 47 });
  expect(readMarker(second, 640, 360)).toEqual({ scene: 9, frame: 0 });
  expect(await frames(base64, [95])).toHaveLength(1);
});

describe('what can’t be used is named, with the limit', () => {
  const large = async (): Promise<Blob> => {
    const bytes = new Uint8Array(await (await halves('image/png')).arrayBuffer());
    new DataView(bytes.buffer).setUint32(16, 20_000);
    return new Blob([bytes]);
  };
  test.each<[string, () => Promise<Blob>, RegExp]>([
    ['nothing', async () => new Blob([]), /^“Beach.jpg” is empty \(0 bytes\)/],
    ['words', async () => new Blob(['hello there']), /can’t tell what “Beach.jpg” is/],
    ['a GIF', async () => new Blob(['GIF89a\x01\0\x01\0\0\0\0;']), /“Beach.jpg” is GIF, which Storyreel can’t use/],
    ['a clip', () => clip(SPEC), /“Beach.jpg” is MP4, which can’t be used as a picture/],
    ['20,000 pixels', large, /“Beach.jpg” is 20,000 × 200 pixels. Pictures can be up to 8,192 pixels a side/],
    ['half a picture', async () => (await picture('avif', KINDS[3]?.[1])).slice(0, 600), /“Beach.jpg”.*damaged/],
    [
      '21 MB',
      async () => new Blob([await halves('image/png'), new Uint8Array(21_000_000)]),
      /is 21 MB. Pictures can be up to 20 MB/,
    ],
  ])('%s', async (_, blob, sentence) => {
    const result = await makeStill({ picture: await blob(), name: 'Beach.jpg', settings: SETTINGS, ...SHAPE });
    expect(result.ok ? 'made' : result.sentence).toMatch(sentence);
  });
});
