// Records and parameter sets of x264 and by hand: read, renumbered, tagged with other colours.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '#tests/helpers/property-runs.ts';
import { codecString, parseAvcConfig, writeAvcConfig } from '#shared/avc/avc-config.ts';
import { BitWriter } from '#shared/avc/bit-writer.ts';
import { renumberSps, withColor, withReorderFrames } from '#shared/avc/edit-sps.ts';
import { rbspBits, toNal, toRbsp } from '#shared/avc/emulation-prevention.ts';
import { readPps, renumberPps } from '#shared/avc/pps.ts';
import { mostBufferedFrames } from '#shared/avc/level.ts';
import { parseSps, readSps, type SpsFacts, spsRbsp } from '#shared/avc/sps.ts';
import { type AvcSource, byteStream, encodeX264, hashByteStream, type X264Options } from './x264-source.ts';

const BT709 = { primaries: 1, transfer: 1, matrix: 1, fullRange: false };
const BT601_FULL = { primaries: 6, transfer: 6, matrix: 6, fullRange: true };
const COLOR_709 = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv'];

const encoded = new Map<string, Promise<AvcSource>>();

async function sourceOf(options: X264Options): Promise<AvcSource> {
  const key = JSON.stringify(options);
  const source = encoded.get(key) ?? encodeX264({ count: 4, ...options });
  encoded.set(key, source);
  return await source;
}

async function setsOf(options: X264Options): Promise<{ sps: Uint8Array; pps: Uint8Array; record: Uint8Array }> {
  const { record } = await sourceOf(options);
  return { record, ...setsOfRecord(record) };
}

function setsOfRecord(record: Uint8Array): { sps: Uint8Array; pps: Uint8Array } {
  const config = parseAvcConfig(record);
  const [sps, pps] = [config?.sps[0], config?.pps[0]];
  if (sps === undefined || pps === undefined) throw new Error('The record has no sets.');
  return { sps, pps };
}

/** Kinds of sources, and what is expected of their SPS. */
const KINDS: readonly (readonly [name: string, options: X264Options, facts: Partial<SpsFacts>])[] = [
  [
    'High',
    { args: ['-profile:v', 'high'] },
    { profile: 100, compatibility: 0, level: 11, id: 0, picOrderCntType: 0, maxNumReorderFrames: 2, color: null },
  ],
  ['Main', { args: ['-profile:v', 'main'] }, { profile: 77, chromaFormat: 1, lumaBitDepth: 8, isFrameMbsOnly: true }],
  [
    'Baseline',
    { args: ['-profile:v', 'baseline'] },
    { profile: 66, compatibility: 0xc0, picOrderCntType: 2, maxNumReorderFrames: 0 },
  ],
  ['colour', { args: COLOR_709 }, { color: BT709 }],
  [
    'full range without colours',
    { args: ['-color_range', 'pc'] },
    { color: { primaries: 2, transfer: 2, matrix: 2, fullRange: true } },
  ],
  [
    '1080 lines, cropped',
    { size: '1920x1080', args: ['-preset', 'ultrafast'] },
    { codedWidth: 1920, codedHeight: 1088, croppedWidth: 1920, croppedHeight: 1080, cropLeft: 0, cropTop: 0 },
  ],
  [
    'cropping on all sides',
    { size: '320x192', args: ['-bsf:v', 'h264_metadata=crop_left=4:crop_right=6:crop_top=8:crop_bottom=10'] },
    { codedWidth: 320, codedHeight: 192, croppedWidth: 310, croppedHeight: 174, cropLeft: 4, cropTop: 8 },
  ],
  ['a pixel of 4:3', { args: ['-vf', 'setsar=4/3'] }, { pixelAspect: { h: 4, v: 3 } }],
  ['an odd pixel', { args: ['-vf', 'setsar=37/31'] }, { pixelAspect: { h: 37, v: 31 } }],
  [
    'a constant rate',
    { args: ['-x264-params', 'force-cfr=1'] },
    { pixelAspect: { h: 1, v: 1 }, timing: { numUnitsInTick: 1, timeScale: 48, isFixedFrameRate: true } },
  ],
  ['scaling matrices', { args: ['-x264-params', 'cqm=jvt'] }, { profile: 100, codedWidth: 176, codedHeight: 144 }],
  [
    'a model of the buffer',
    { args: ['-b:v', '400k', '-maxrate', '500k', '-bufsize', '500k', '-x264-params', 'nal-hrd=vbr'] },
    { maxNumReorderFrames: 2, codedWidth: 176 },
  ],
  ['4:4:4', { args: ['-pix_fmt', 'yuv444p'] }, { profile: 244, chromaFormat: 3, codedWidth: 176 }],
  ['10 bits', { args: ['-pix_fmt', 'yuv420p10le'] }, { profile: 110, lumaBitDepth: 10, chromaBitDepth: 10 }],
  [
    'interlacing',
    { size: '320x160', args: ['-x264-params', 'tff=1'] },
    { isFrameMbsOnly: false, codedHeight: 160, croppedHeight: 160 },
  ],
];

describe.each(KINDS)('A source with %s', (_name, options, facts) => {
  test('is read', async () => {
    const { sps, pps } = await setsOf(options);
    expect(readSps(sps)).toMatchObject(facts);
    expect(readPps(pps)).toMatchObject({ id: 0, spsId: 0, numSliceGroups: 1, hasRedundantPictures: false });
  });

  test('has a record that is written as it was read', async () => {
    const { record } = await setsOf(options);
    const config = parseAvcConfig(record);
    expect(config === null ? null : Buffer.compare(writeAvcConfig(config), record)).toBe(0);
  });

  test('keeps all but the id when it is renumbered', async () => {
    const { sps, pps } = await setsOf(options);
    for (const id of [1, 5, 31]) {
      const moved = renumberSps(sps, id);
      expect(readSps(moved)).toEqual({ ...readSps(sps), id });
      expect(Buffer.compare(renumberSps(moved, 0), sps)).toBe(0);
      const movedPps = renumberPps(pps, { id: id + 15, spsId: id });
      expect(readPps(movedPps)).toEqual({ ...readPps(pps), id: id + 15, spsId: id });
      expect(Buffer.compare(renumberPps(movedPps, { id: 0, spsId: 0 }), pps)).toBe(0);
    }
  });

  test('takes other colours and keeps all else', async () => {
    const { sps } = await setsOf(options);
    for (const color of [BT709, BT601_FULL, null]) {
      expect(readSps(withColor(sps, color))).toEqual({ ...readSps(sps), color });
      expect(Buffer.compare(withColor(withColor(sps, color), readSps(sps).color), sps)).toBe(0);
    }
  });
});

describe('Colours', () => {
  test('do not change what is decoded', async () => {
    const source = await sourceOf({ args: COLOR_709 });
    const { sps, pps } = setsOfRecord(source.record);
    for (const color of [null, { ...BT601_FULL, fullRange: false }]) {
      expect(await hashByteStream(byteStream([withColor(sps, color), pps], source.samples))).toEqual(source.frames);
    }
  });

  test('give an SPS its VUI where it has none, and leave it alone where there is nothing to say', () => {
    const bare = bareSps();
    expect(Buffer.compare(withColor(bare, null), bare)).toBe(0);
    const tagged = withColor(bare, BT601_FULL);
    expect(readSps(tagged)).toEqual({ ...readSps(bare), color: BT601_FULL });
    expect(readSps(withColor(tagged, null))).toEqual(readSps(bare));
  });

  test('that are all unspecified leave the range alone to be told', () => {
    const color = { primaries: 2, transfer: 2, matrix: 2, fullRange: true };
    const tagged = withColor(bareSps(), color);
    expect(readSps(tagged).color).toEqual(color);
    expect(tagged.length).toBeLessThan(withColor(bareSps(), BT709).length);
  });
});

describe('The depth of reordering', () => {
  test('is stated anew and nothing else changes, what is decoded least of all', async () => {
    const source = await sourceOf({ args: ['-bf', '2'] });
    const { sps, pps } = setsOfRecord(source.record);
    const deeper = withReorderFrames(sps, 3);
    expect(readSps(deeper)).toEqual({ ...readSps(sps), maxNumReorderFrames: 3 });
    expect(Buffer.compare(withReorderFrames(deeper, readSps(sps).maxNumReorderFrames ?? 0), sps)).toBe(0);
    expect(await hashByteStream(byteStream([deeper, pps], source.samples))).toEqual(source.frames);
  });

  test('is stated where there was no VUI, and where there was one without it', () => {
    const bare = bareSps();
    for (const sps of [bare, withColor(bare, BT709)]) {
      const stated = withReorderFrames(sps, 2);
      expect(readSps(stated)).toEqual({ ...readSps(sps), maxNumReorderFrames: 2 });
      expect(parseSps(spsRbsp(stated)).layout.restriction?.restriction).toEqual({
        motionVectorsOverPicBoundaries: true,
        bounds: [2, 1, 15, 15],
        maxNumReorderFrames: 2,
        maxDecFrameBuffering: mostBufferedFrames(readSps(sps)),
      });
    }
  });

  test.each([
    [{ level: 31, codedWidth: 1280, codedHeight: 720 }, 5],
    [{ level: 40, codedWidth: 1920, codedHeight: 1088 }, 4],
    [{ level: 51, codedWidth: 3840, codedHeight: 2160 }, 5],
    [{ level: 40, codedWidth: 320, codedHeight: 240 }, 16],
    [{ level: 9, codedWidth: 176, codedHeight: 144 }, 4],
  ])('has the room that a level gives: %o', (picture, frames) => {
    expect(mostBufferedFrames({ profile: 100, compatibility: 0, ...picture })).toBe(frames);
  });
});

describe('A PPS', () => {
  test('tells its entropy coding', async () => {
    const cavlc = await setsOf({ args: ['-x264-params', 'no-cabac=1'] });
    const cabac = await setsOf({ args: [] });
    expect([readPps(cavlc.pps).entropyCoding, readPps(cabac.pps).entropyCoding]).toEqual(['cavlc', 'cabac']);
  });

  test('with slice groups is told', () => {
    const bits = new BitWriter();
    for (const value of [3, 1]) bits.ue(value);
    bits.u(2, 0);
    bits.ue(1);
    bits.stop();
    expect(readPps(toNal(0x68, bits.toBytes()))).toMatchObject({ id: 3, spsId: 1, numSliceGroups: 2 });
  });
});

describe('A record', () => {
  test('names its codec', async () => {
    expect(codecString((await setsOf({ args: ['-level', '3.1'] })).record)).toBe('avc1.64001f');
    expect(codecString((await setsOf({ args: ['-profile:v', 'baseline', '-level', '3'] })).record)).toBe('avc1.42c01e');
    expect(() => codecString(Uint8Array.of(1, 100, 0))).toThrow(RangeError);
  });

  test('may have zeros for its reserved bits, and no extension', async () => {
    const { record, sps, pps } = await setsOf({ args: [] });
    const bare = record.slice(0, record.length - 4);
    bare[4]! &= 3;
    bare[5]! &= 31;
    expect(parseAvcConfig(bare)).toEqual({ ...parseAvcConfig(record), sps: [sps], pps: [pps], high: null });
  });

  test('is null where it is cut off or of another kind', async () => {
    const { record } = await setsOf({ args: ['-profile:v', 'main'] });
    for (let length = 0; length < record.length; length += 1)
      expect(parseAvcConfig(record.subarray(0, length))).toBeNull();
    expect(parseAvcConfig(record)).not.toBeNull();
    expect(parseAvcConfig(record.with(0, 0))).toBeNull();
    expect(parseAvcConfig(record.with(4, 0xfe))).toBeNull();
  });
});

describe('Damaged sets', () => {
  test('throw nothing but a RangeError', async () => {
    const sources = await Promise.all(KINDS.map(async ([, options]) => await setsOf(options)));
    const damage = fc.record({
      set: fc.constantFrom(...sources.flatMap(({ sps, pps }) => [sps, pps])),
      flips: fc.array(fc.tuple(fc.nat(), fc.nat(7)), { maxLength: 6 }),
      keep: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(damage, ({ set, flips, keep }) => {
        const damaged = set.slice(0, Math.ceil(set.length * keep));
        for (const [at, bit] of flips) damaged[at % damaged.length]! ^= 1 << bit;
        expect(() => allOf(damaged)).not.toThrow();
      }),
    );
  });

  test('of random bytes throw nothing but a RangeError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 80 }), fc.constantFrom(0x67, 0x68), (bytes, header) => {
        expect(() => allOf(bytes.with(0, header))).not.toThrow();
        expect(() => parseAvcConfig(bytes.with(0, 1))).not.toThrow();
      }),
    );
  });

  test('that end early or crop the whole picture are refused', async () => {
    const { sps, pps } = await setsOf({ args: [] });
    expect(() => readSps(sps.subarray(0, 8))).toThrow(RangeError);
    expect(() => readPps(pps.subarray(0, 2))).toThrow(RangeError);
    expect(() => readSps(pps)).toThrow('A NAL unit is no SPS.');
    expect(() => readPps(sps)).toThrow('A NAL unit is no PPS.');
    expect(() => readSps(bareSps({ cropRight: 32 }))).toThrow('cropping');
  });
});

/** An SPS of Baseline, 64 x 64, without VUI. */
function bareSps({ cropRight = 0 } = {}): Uint8Array {
  const bits = new BitWriter();
  for (const byte of [66, 0xc0, 10]) bits.u(8, byte);
  for (const value of [0, 0, 2, 1]) bits.ue(value);
  bits.u(1, 0);
  for (const value of [3, 3]) bits.ue(value);
  bits.u(2, 0b11);
  bits.u(1, cropRight === 0 ? 0 : 1);
  if (cropRight !== 0) for (const value of [0, cropRight, 0, 0]) bits.ue(value);
  bits.u(1, 0);
  bits.stop();
  return toNal(0x67, bits.toBytes());
}

/** Reads and edits a set in every way; a RangeError is the expected answer to damage. */
function allOf(set: Uint8Array): void {
  const edits = [
    () => readSps(set),
    () => readPps(set),
    () => renumberSps(set, 31),
    () => renumberPps(set, { id: 255, spsId: 31 }),
    () => withColor(set, BT709),
    () => rbspBits(toRbsp(set)),
  ];
  for (const edit of edits) {
    try {
      edit();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  }
}
