/** NAL units of samples as MP4 holds them, each behind its length (ISO/IEC 14496-15 5.3.4.2). */

/** Bytes of the length in front of each unit. */
export type NalLengthSize = 1 | 2 | 4;

/** A unit's place in its sample. */
export type NalUnit = {
  /** nal_unit_type, see `NAL_TYPE`. */
  type: number;
  /** Position of the header byte. */
  start: number;
  /** Position behind the last byte. */
  end: number;
};

/** nal_unit_type (ITU-T H.264 table 7-1), as far as they are told apart here. */
export const NAL_TYPE = {
  slice: 1,
  partitionA: 2,
  partitionC: 4,
  idrSlice: 5,
  sei: 6,
  sps: 7,
  pps: 8,
  delimiter: 9,
  spsExtension: 13,
  subsetSps: 15,
  auxiliarySlice: 19,
  sliceExtension: 20,
  depthSliceExtension: 21,
} as const;

/** The units of a whole sample. @throws RangeError at a unit without bytes or beyond the sample's end */
export function* nalUnits(sample: Uint8Array, lengthSize: NalLengthSize): Generator<NalUnit, void, undefined> {
  for (const unit of startsOfNalUnits(sample, lengthSize)) {
    if (unit.end > sample.length) throw new RangeError('A NAL unit goes beyond the end of its sample.');
    yield unit;
  }
}

/**
 * The units that begin in the first bytes of a sample. The last may end beyond these bytes; one whose header byte is not there
 * is left out. @throws RangeError at a unit without bytes
 */
export function* nalUnitsOfPrefix(prefix: Uint8Array, lengthSize: NalLengthSize): Generator<NalUnit, void, undefined> {
  for (const unit of startsOfNalUnits(prefix, lengthSize)) if (unit.start < prefix.length) yield unit;
}

export function nalType(header: number): number {
  return header & 0x1f;
}

/** Whether a unit carries picture data (types 1 to 5, the VCL of table 7-1). */
export function isPictureData(type: number): boolean {
  return type >= NAL_TYPE.slice && type <= NAL_TYPE.idrSlice;
}

function* startsOfNalUnits(bytes: Uint8Array, lengthSize: NalLengthSize): Generator<NalUnit, void, undefined> {
  for (let at = 0; at < bytes.length;) {
    const start = at + lengthSize;
    const length = readLength(bytes, at, lengthSize);
    if (length === 0) throw new RangeError('A NAL unit without bytes stands in a sample.');
    const header = bytes[start] ?? 0;
    if (header >= 0x80) throw new RangeError('A NAL unit begins with its forbidden bit set.');
    yield { type: nalType(header), start, end: start + length };
    at = start + length;
  }
}

/** A length that is cut off goes, like its unit, beyond the end. */
function readLength(bytes: Uint8Array, at: number, lengthSize: NalLengthSize): number {
  if (at + lengthSize > bytes.length) return Number.POSITIVE_INFINITY;
  let length = 0;
  for (let byte = 0; byte < lengthSize; byte += 1) length = length * 256 + bytes[at + byte]!;
  return length;
}
