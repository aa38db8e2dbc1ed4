/** Replaces the lengths that headers tell. */
import { bytes, MAX_U32, type Part } from './box-parts.ts';
import { type Box, bytesOf, requireBody, versionOf } from './boxes.ts';

/** A copy of `mvhd`, `tkhd` or `mdhd` with another duration. Those of files are known to lie. */
export function withDuration(view: DataView, header: Box, ticks: number): Part {
  const copy = bytesOf(view, header.start, header.end);
  const isLong = versionOf(view, header, isTrackHeader(header) ? 24 : 20) === 1;
  requireBody(header, lengthEnd(header, isLong));
  const at = header.body - header.start + lengthEnd(header, isLong) - (isLong ? 8 : 4);
  const into = new DataView(copy.buffer);
  if (isLong) into.setBigUint64(at, BigInt(ticks));
  else into.setUint32(at, Math.min(ticks, MAX_U32));
  return bytes(copy);
}

function isTrackHeader({ type }: Box): boolean {
  return type === 'tkhd';
}

/** Where the duration ends, in bytes of the body (ISO/IEC 14496-12, 8.2.2, 8.3.2 and 8.4.2). */
function lengthEnd(header: Box, isLong: boolean): number {
  if (isTrackHeader(header)) return isLong ? 36 : 24;
  return isLong ? 32 : 20;
}
