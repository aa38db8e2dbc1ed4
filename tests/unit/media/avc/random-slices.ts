// Random slices for property tests: a well-formed head, then bytes that call for emulation prevention.

import fc from 'fast-check';
import { BitWriter } from '#shared/avc/bit-writer.ts';
import { toNal } from '#shared/avc/emulation-prevention.ts';
import type { NalLengthSize } from '#shared/avc/nal.ts';

export interface RandomSlice {
  /** nal_ref_idc and nal_unit_type. */
  header: number;
  firstMacroblock: number;
  sliceType: number;
  /** Everything behind the id, up to the stop bit. */
  rest: { bits: number; bytes: Uint8Array };
  /** cabac_zero_words behind the stop bit. */
  zeroWords: number;
}

/** Zeros to threes for the most part, which are what emulation prevention is about. */
export const troublesomeBytes = (maxLength: number): fc.Arbitrary<Uint8Array> =>
  fc
    .array(
      fc.oneof(
        { arbitrary: fc.constant(0), weight: 6 },
        { arbitrary: fc.integer({ min: 1, max: 3 }), weight: 3 },
        { arbitrary: fc.integer({ min: 0, max: 255 }), weight: 1 },
      ),
      { maxLength },
    )
    .map((bytes) => Uint8Array.from(bytes));

export const randomSlice: fc.Arbitrary<RandomSlice> = fc.record({
  header: fc.constantFrom(0x01, 0x21, 0x41, 0x61, 0x65, 0x13),
  firstMacroblock: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 139_263 }), fc.constantFrom(127, 255, 32_767)),
  sliceType: fc.integer({ min: 0, max: 9 }),
  rest: troublesomeBytes(40).chain((bytes) =>
    fc.integer({ min: 0, max: bytes.length * 8 }).map((bits) => ({ bits, bytes })),
  ),
  zeroWords: fc.integer({ min: 0, max: 3 }),
});

/** The NAL unit of a slice that names a picture parameter set, escaped as a whole. */
export function sliceNal(slice: RandomSlice, ppsId: number): Uint8Array {
  const bits = new BitWriter();
  bits.ue(slice.firstMacroblock);
  bits.ue(slice.sliceType);
  bits.ue(ppsId);
  bits.copy(slice.rest.bytes, 0, slice.rest.bits);
  bits.stop();
  return toNal(slice.header, Buffer.concat([bits.toBytes(), new Uint8Array(2 * slice.zeroWords)]));
}

/** A sample of these units, each behind its length. */
export function sampleOf(units: readonly Uint8Array[], lengthSize: NalLengthSize = 4): Uint8Array {
  return Buffer.concat(
    units.flatMap((unit) => {
      const length = Buffer.alloc(lengthSize);
      length.writeUIntBE(unit.length, 0, lengthSize);
      return [length, unit];
    }),
  );
}
