/** The AVCDecoderConfigurationRecord, content of `avcC` (ISO/IEC 14496-15 5.3.3.1). */
import { hexOf } from '../bytes.ts';
import type { NalLengthSize } from './nal.ts';

export type AvcConfig = {
  /** profile_idc. */
  profile: number;
  /** The byte of constraint_set flags between profile_idc and level_idc. */
  compatibility: number;
  /** level_idc. */
  level: number;
  nalLengthSize: NalLengthSize;
  /** NAL units with their header byte, without start codes. */
  sps: Uint8Array[];
  pps: Uint8Array[];
  /** What the profiles from High on add; null in others, and where the writer left it out. */
  high: HighConfig | null;
};

export type HighConfig = {
  /** chroma_format_idc. */
  chromaFormat: number;
  /** Bits. */
  lumaBitDepth: number;
  chromaBitDepth: number;
  spsExtensions: Uint8Array[];
};

const VERSION = 1;
/** Profiles whose record ends behind the picture parameter sets: Baseline, Main, Extended. */
const PLAIN_PROFILES: readonly number[] = [66, 77, 88];

/** Whether the record of a profile carries the chroma format and the bit depths. */
export function hasHighConfig(profile: number): boolean {
  return !PLAIN_PROFILES.includes(profile);
}

/** Reads a record; null if it is none. The reserved bits may be zeros, as Firefox's encoder leaves them. */
export function parseAvcConfig(record: Uint8Array): AvcConfig | null {
  const [version, profile, compatibility, level, lengthByte, spsCount] = record;
  if (version !== VERSION || profile === undefined || compatibility === undefined || level === undefined) return null;
  if (lengthByte === undefined || spsCount === undefined) return null;
  const nalLengthSize = (lengthByte & 3) + 1;
  if (nalLengthSize === 3) return null;
  const sps = takeUnits(record, 6, spsCount & 0x1f);
  const ppsCount = sps === null ? undefined : record[sps.end];
  if (sps === null || ppsCount === undefined) return null;
  const pps = takeUnits(record, sps.end + 1, ppsCount);
  if (pps === null) return null;
  const high = hasHighConfig(profile) && pps.end + 4 <= record.length ? takeHigh(record, pps.end) : null;
  return {
    profile,
    compatibility,
    level,
    nalLengthSize: nalLengthSize as NalLengthSize,
    sps: sps.units,
    pps: pps.units,
    high,
  };
}

/** The bytes of a record, reserved bits set. @throws RangeError for more sets than it can count */
export function writeAvcConfig(config: AvcConfig): Uint8Array<ArrayBuffer> {
  const { profile, compatibility, level, nalLengthSize, sps, pps, high } = config;
  if (sps.length > 31 || pps.length > 255) throw new RangeError('An avcC holds at most 31 SPS and 255 PPS.');
  const bytes = [VERSION, profile, compatibility, level, 0xfc | (nalLengthSize - 1), 0xe0 | sps.length];
  putUnits(bytes, sps);
  bytes.push(pps.length);
  putUnits(bytes, pps);
  if (high !== null) {
    bytes.push(0xfc | high.chromaFormat, 0xf8 | (high.lumaBitDepth - 8), 0xf8 | (high.chromaBitDepth - 8));
    bytes.push(high.spsExtensions.length);
    putUnits(bytes, high.spsExtensions);
  }
  return Uint8Array.from(bytes);
}

/** The codec of a record for MIME types and WebCodecs (RFC 6381 3.3), such as `avc1.64001f`. @throws RangeError for no record */
export function codecString(record: Uint8Array): string {
  if (record.length < 4) throw new RangeError('The avcC ends before its level.');
  return `avc1.${hexOf(record.subarray(1, 4))}`;
}

type Units = { units: Uint8Array[]; end: number };

function takeUnits(record: Uint8Array, start: number, count: number): Units | null {
  const units: Uint8Array[] = [];
  let at = start;
  for (let index = 0; index < count; index += 1) {
    if (at + 2 > record.length) return null;
    const end = at + 2 + record[at]! * 256 + record[at + 1]!;
    if (end > record.length || end === at + 2) return null;
    units.push(record.subarray(at + 2, end));
    at = end;
  }
  return { units, end: at };
}

function takeHigh(record: Uint8Array, at: number): HighConfig | null {
  const extensions = takeUnits(record, at + 4, record[at + 3]!);
  if (extensions === null) return null;
  return {
    chromaFormat: record[at]! & 3,
    lumaBitDepth: (record[at + 1]! & 7) + 8,
    chromaBitDepth: (record[at + 2]! & 7) + 8,
    spsExtensions: extensions.units,
  };
}

function putUnits(bytes: number[], units: readonly Uint8Array[]): void {
  for (const unit of units) {
    if (unit.length > 0xffff) throw new RangeError('A parameter set is too long for an avcC.');
    bytes.push(unit.length >> 8, unit.length & 0xff, ...unit);
  }
}
