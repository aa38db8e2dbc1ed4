/** What copying needs to know of HEVC: its configuration record (ISO/IEC 14496-15, 8.3.3.1) and the heads of its samples. */
import { hexOf } from '../bytes.ts';

export type HevcConfig = {
  lengthSize: number;
  /** Parameter sets and what else stands in the record, in hexadecimal. */
  units: ReadonlySet<string>;
};

const ARRAYS_AT = 23;
/** nal_unit_type (ITU-T H.265, table 7-1). */
const FIRST_SET = 32;
const LAST_SET = 34;
const LAST_PICTURE = 31;
const IDR_TYPES: readonly number[] = [19, 20];
const IS_COMPLETE = 0x80;

/** Null for a record that is malformed. */
export function parseHevcConfig(record: Uint8Array): HevcConfig | null {
  const units = new Set<string>();
  for (const { start, end } of unitsOfRecord(record) ?? []) units.add(hexOf(record.subarray(start, end)));
  return units.size === 0 ? null : { lengthSize: ((record[21] ?? 0) & 3) + 1, units };
}

/** The record of a stream that has all of its parameter sets there, and says so. */
export function asComplete(record: Uint8Array): Uint8Array {
  const complete = record.slice();
  for (const { arrayAt } of unitsOfRecord(record) ?? []) complete[arrayAt] = (record[arrayAt] ?? 0) | IS_COMPLETE;
  return complete;
}

type RecordUnit = { arrayAt: number; start: number; end: number };

function unitsOfRecord(record: Uint8Array): RecordUnit[] | null {
  const units: RecordUnit[] = [];
  let at = ARRAYS_AT;
  for (let array = record[ARRAYS_AT - 1] ?? 0; array > 0; array -= 1) {
    const arrayAt = at;
    let count = u16(record, at + 1);
    at += 3;
    for (; count > 0; count -= 1) {
      const start = at + 2;
      const end = start + u16(record, at);
      if (end > record.length) return null;
      units.push({ arrayAt, start, end });
      at = end;
    }
  }
  return units;
}

export type HevcHead = {
  /** Whether it resets the decoder: nothing behind it needs anything before it. */
  isIdr: boolean;
  /** Whether it brings parameter sets along, and whether each of them is the record's. */
  hasSets: boolean;
  hasOtherSets: boolean;
};

/** What the first bytes of a sample say of it. A set that they cut off counts as another one. */
export function readHevcHead(prefix: Uint8Array, { lengthSize, units }: HevcConfig): HevcHead {
  const head: HevcHead = { isIdr: false, hasSets: false, hasOtherSets: false };
  for (let at = 0; at + lengthSize < prefix.length;) {
    const start = at + lengthSize;
    let length = 0;
    for (let byte = at; byte < start; byte += 1) length = length * 256 + (prefix[byte] ?? 0);
    const type = ((prefix[start] ?? 0) >> 1) & 0x3f;
    if (type <= LAST_PICTURE) return { ...head, isIdr: IDR_TYPES.includes(type) };
    if (type >= FIRST_SET && type <= LAST_SET) {
      head.hasSets = true;
      head.hasOtherSets ||= !units.has(hexOf(prefix.subarray(start, start + length)));
    }
    at = start + length;
  }
  return head;
}

function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
}
