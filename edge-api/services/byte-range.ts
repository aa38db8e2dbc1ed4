/** Reads the Range header (RFC 9110, 14.2) for all media stores, which would each read it differently. */
import type { ByteRange } from '#edge-api/providers/media-store/port.ts';

export type { ByteRange };
export type RangeWish = { kind: 'whole' } | { kind: 'part'; range: ByteRange } | { kind: 'unsatisfiable' };

/** Two numbers of fifteen digits and some space. */
const LONGEST = 200;

/**
 * The requested part of a file. A single byte range is clamped to the end; anything else, or more than one range, is
 * ignored, as the RFC allows.
 */
export function readRange(header: string | undefined, sizeBytes: number): RangeWish {
  if (header !== undefined && header.length > LONGEST) return { kind: 'whole' };
  const match = /^\s*bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '');
  if (!match) return { kind: 'whole' };
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return { kind: 'whole' };
  if (first === '') return part(Math.max(0, sizeBytes - Number(last)), sizeBytes, sizeBytes);
  if (last !== '' && Number(last) < Number(first)) return { kind: 'whole' };
  return part(Number(first), last === '' ? sizeBytes : Number(last) + 1, sizeBytes);
}

function part(start: number, end: number, sizeBytes: number): RangeWish {
  const range = { start, end: Math.min(end, sizeBytes) };
  return range.start < range.end ? { kind: 'part', range } : { kind: 'unsatisfiable' };
}
