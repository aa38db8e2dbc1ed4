// Rewritten samples equal those that were written with the new id from the start.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import '#tests/helpers/property-runs.ts';
import { toNal } from '#shared/avc/emulation-prevention.ts';
import { inBandSets, isIdr } from '#shared/avc/key-frame-head.ts';
import { createSampleRewriter } from '#shared/avc/rewrite-sample.ts';
import { hasSameBitPhase, idsOfSameBitPhase } from '#shared/avc/slice-header.ts';
import { unitsOf } from './x264-source.ts';
import { randomSlice, type RandomSlice, sampleOf, sliceNal } from './random-slices.ts';

const idPair = fc
  .integer({ min: 0, max: 255 })
  .chain((fromPpsId) => fc.constantFrom(...idsOfSameBitPhase(fromPpsId)).map((toPpsId) => ({ fromPpsId, toPpsId })));

const plainSlice: RandomSlice = {
  header: 0x65,
  firstMacroblock: 0,
  sliceType: 7,
  rest: { bits: 32, bytes: Uint8Array.of(0x12, 0x34, 0x56, 0x78) },
  zeroWords: 0,
};
const toFifteen = createSampleRewriter({ nalLengthSize: 4, fromPpsId: 0, toPpsId: 15 });

/** An SEI unit of messages, each a payload type and its bytes. */
function sei(...messages: readonly (readonly [type: number, payload: readonly number[]])[]): Uint8Array {
  const bytes = messages.flatMap(([type, payload]) => [...seiNumber(type), ...seiNumber(payload.length), ...payload]);
  return toNal(0x06, Uint8Array.from([...bytes, 0x80]));
}

function seiNumber(value: number): number[] {
  return [...Array.from({ length: Math.floor(value / 255) }, () => 255), value % 255];
}

describe('Ids of the same bit phase', () => {
  test('are those whose codes differ by whole bytes', () => {
    const others = Array.from({ length: 16 }, (_, index) => 15 + index);
    expect(idsOfSameBitPhase(0)).toEqual([0, ...others, 255]);
    expect(idsOfSameBitPhase(2).slice(0, 4)).toEqual([2, 1, 31, 32]);
    expect([hasSameBitPhase(3, 63), hasSameBitPhase(14, 254), hasSameBitPhase(0, 1)]).toEqual([true, true, false]);
  });

  test('are the only ones that a rewriter takes', () => {
    expect(() => createSampleRewriter({ nalLengthSize: 4, fromPpsId: 0, toPpsId: 1 })).toThrow(RangeError);
  });
});

describe('A slice', () => {
  test('is escaped as if it had been written with the new id', () => {
    fc.assert(
      fc.property(fc.array(randomSlice, { minLength: 1, maxLength: 4 }), idPair, (slices, ids) => {
        const rewrite = createSampleRewriter({ nalLengthSize: 4, ...ids });
        const [before, after] = [ids.fromPpsId, ids.toPpsId].map((id) =>
          sampleOf(slices.map((slice) => sliceNal(slice, id))),
        );
        expect(Buffer.from(rewrite(before ?? new Uint8Array())).toString('hex')).toBe(
          Buffer.from(after ?? new Uint8Array()).toString('hex'),
        );
      }),
    );
  });

  test.each([15, 255])('keeps its escaping in step through zeros behind the head, with id %i', (toPpsId) => {
    const rewrite = createSampleRewriter({ nalLengthSize: 4, fromPpsId: 0, toPpsId });
    // The first of the zeros fill the byte in which the id ends: they count in the old head and in the new.
    for (let zeros = 0; zeros < 12; zeros += 1) {
      const bytes = new Uint8Array(zeros + 1);
      bytes[zeros] = 3;
      const slice = { ...plainSlice, rest: { bits: bytes.length * 8, bytes } };
      const [before, after] = [0, toPpsId].map((id) => sampleOf(Array.from({ length: 9 }, () => sliceNal(slice, id))));
      expect([...rewrite(before ?? new Uint8Array())]).toEqual([...(after ?? new Uint8Array())]);
    }
  });

  test('of another parameter set is refused', () => {
    expect(() => toFifteen(sampleOf([sliceNal(plainSlice, 3)]))).toThrow('A slice names the picture parameter set 3');
  });

  test('that ends within its head is refused', () => {
    expect(() => toFifteen(sampleOf([Uint8Array.of(0x65)]))).toThrow(RangeError);
    expect(() => toFifteen(sampleOf([Uint8Array.of(0x65, 0x00)]))).toThrow(RangeError);
  });
});

describe('Other units', () => {
  const delimiter = Uint8Array.of(0x09, 0xf0);
  const picture = sliceNal(plainSlice, 15);

  test.each([7, 8, 13, 15])('of type %i are dropped', (type) => {
    const sample = sampleOf([delimiter, Uint8Array.of(0x60 | type, 1, 2, 3), sliceNal(plainSlice, 0)]);
    expect([...toFifteen(sample)]).toEqual([...sampleOf([delimiter, picture])]);
  });

  test.each([2, 3, 4, 20, 21])('of type %i are refused', (type) => {
    expect(() => toFifteen(sampleOf([Uint8Array.of(0x60 | type, 0x88, 0x84)]))).toThrow(`type ${type}`);
  });

  test.each([6, 9, 10, 11, 12, 14, 24])('of type %i stay', (type) => {
    const sample = sampleOf([Uint8Array.of(type, 5, 1, 0xaa, 0x80)]);
    expect([...toFifteen(sample)]).toEqual([...sample]);
  });

  test('that carry a buffering period among other messages are dropped', () => {
    const texts = [5, Array.from({ length: 600 }, (_, index) => index % 4)] as const;
    const kept = sampleOf([sei(texts), sei([300, [1, 2]], [6, [0]]), picture]);
    const sample = sampleOf([sei(texts, [0, [0x80]]), ...unitsOf(kept).slice(0, 2), sliceNal(plainSlice, 0)]);
    expect([...toFifteen(sample)]).toEqual([...kept]);
  });
});

describe('Malformed samples', () => {
  test.each([
    ['a length beyond the end', [0, 0, 0, 9, 0x65, 0x88]],
    ['a length that is cut off', [0, 0, 0, 2, 0x09, 0xf0, 0, 0]],
    ['a unit without bytes', [0, 0, 0, 0]],
    ['the forbidden bit', [0, 0, 0, 2, 0xe5, 0x88]],
  ])('with %s are refused', (_name, bytes) => {
    expect(() => toFifteen(Uint8Array.from(bytes))).toThrow(RangeError);
  });

  test('throw nothing but a RangeError, whatever is in them', () => {
    const bytes = fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.uint8Array({ maxLength: 30 }).map(withTrueLength));
    fc.assert(
      fc.property(bytes, fc.constantFrom(1 as const, 2 as const, 4 as const), (sample, nalLengthSize) => {
        const rewrite = createSampleRewriter({ nalLengthSize, fromPpsId: 0, toPpsId: 15 });
        expect(rangeErrorOr(() => rewrite(sample))).toBe(true);
        expect(rangeErrorOr(() => inBandSets(sample, nalLengthSize))).toBe(true);
        expect(rangeErrorOr(() => isIdr(sample, nalLengthSize))).toBe(true);
      }),
    );
  });
});

describe('The head of a key frame', () => {
  const sps = Uint8Array.of(0x67, 0x64, 0, 0x1f, 0xac);
  const pps = Uint8Array.of(0x68, 0xeb, 0xe3);
  const sample = sampleOf([Uint8Array.of(0x09, 0xf0), sps, pps, sliceNal(plainSlice, 0), pps]);

  test('shows the parameter sets in front of the picture', () => {
    expect(inBandSets(sample, 4)).toEqual([sps, pps].map((set) => Buffer.from(set)));
    expect(inBandSets(sampleOf([sliceNal(plainSlice, 0)]), 4)).toEqual([]);
  });

  test('shows a set that is cut off as far as it goes', () => {
    for (let length = 0; length < sample.length; length += 1) {
      const sets = inBandSets(sample.subarray(0, length), 4);
      const [spsBytes, ppsBytes] = [length - 10, length - 19].map((bytes) => Math.max(bytes, 0));
      const expected = [sps.subarray(0, spsBytes), pps.subarray(0, ppsBytes)].filter((set) => set.length > 0);
      expect(sets.map((set) => [...set])).toEqual(expected.map((set) => [...set]));
    }
  });

  test('tells an IDR picture as soon as its header is there', () => {
    const idrHeader = 6 + 9 + 7 + 4;
    expect(sample[idrHeader]).toBe(0x65);
    expect(isIdr(sample.subarray(0, idrHeader + 1), 4)).toBe(true);
    expect(isIdr(sample.subarray(0, idrHeader), 4)).toBe(false);
    expect(isIdr(sampleOf([sliceNal({ ...plainSlice, header: 0x41 }, 0)]), 4)).toBe(false);
  });
});

function withTrueLength(unit: Uint8Array): Uint8Array {
  return sampleOf([Uint8Array.from([unit.length % 2 === 0 ? 0x65 : 0x06, ...unit])]);
}

function rangeErrorOr(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    return error instanceof RangeError;
  }
}
