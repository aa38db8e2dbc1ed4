/** Reads boxes of the ISO base media file format (ISO/IEC 14496-12, 4.2) that lie in memory. */

/** A box by positions in its view: of its size field, of the first byte behind its header, and behind its last byte. */
export type Box = {
  /** Four characters, each one byte. */
  type: string;
  start: number;
  body: number;
  end: number;
};

/** Rows of one length behind a count, as sample tables and lists have them. */
export type BoxTable = {
  count: number;
  /** Position of the first row. */
  at: number;
};

/** Bytes of a header without and with a 64-bit size. */
export const SHORT_HEADER = 8;
export const LONG_HEADER = 16;

/** A file that ends before what it promises. */
export class CutOffError extends RangeError {
  override readonly name = 'CutOffError';
}

const TWO_TO_32 = 2 ** 32;

/**
 * The box whose header stands at `at`. Only the header need lie in the view: `limit` is where the surroundings end,
 * which may be beyond it. Size 0 means up to the limit.
 * @throws RangeError when the header is cut off, the size is less than the header, or the box runs past the limit
 */
export function boxAt(view: DataView, at: number, limit: number): Box {
  const present = Math.min(view.byteLength, limit) - at;
  if (present < SHORT_HEADER) throw new RangeError(`A box header at byte ${at} is cut off`);
  const type = fourCharacters(view, at + 4);
  const short = view.getUint32(at);
  const isLong = short === 1;
  if (isLong && present < LONG_HEADER) throw new RangeError(`The header of box ${type} is cut off`);
  const headerSize = isLong ? LONG_HEADER : SHORT_HEADER;
  const size = isLong ? readU64(view, at + 8) : short === 0 ? limit - at : short;
  if (size < headerSize) throw new RangeError(`Box ${type} has a size of ${size}, less than its header`);
  if (at + size > limit) throw new RangeError(`Box ${type} of ${size} bytes runs past its surroundings`);
  return { type, start: at, body: at + headerSize, end: at + size };
}

/**
 * The boxes between two positions, in order. Fewer than eight bytes at the end are no box: QuickTime closes some lists
 * of boxes with four zeros.
 */
export function* boxesIn(view: DataView, start: number, end: number): Generator<Box> {
  for (let at = start; at + SHORT_HEADER <= end;) {
    const box = boxAt(view, at, end);
    yield box;
    at = box.end;
  }
}

/** The first child of a type, or null. */
export function findBox(view: DataView, parent: Box, type: string): Box | null {
  for (const box of boxesIn(view, parent.body, parent.end)) if (box.type === type) return box;
  return null;
}

/** The first box along a path of types, such as `['mdia', 'minf']`. @throws RangeError naming the one that is missing */
export function requireBox(view: DataView, parent: Box, ...path: string[]): Box {
  let box = parent;
  for (const type of path) {
    const child = findBox(view, box, type);
    if (child === null) throw new RangeError(`Box ${box.type} has no ${type}`);
    box = child;
  }
  return box;
}

/** @throws RangeError when the box's body is shorter than what will be read from it */
export function requireBody(box: Box, bytes: number): void {
  if (box.end - box.body < bytes)
    throw new RangeError(`Box ${box.type} has ${box.end - box.body} bytes where ${bytes} are needed`);
}

/** The version of a full box (4.2.2); at least `bytes` of body are there, version and flags included. */
export function versionOf(view: DataView, box: Box, bytes: number): number {
  requireBody(box, bytes);
  return view.getUint8(box.body);
}

/**
 * A table in a full box: version and flags, `headBytes` of other fields, a 32-bit count, rows of `rowBytes`.
 * @throws RangeError when the box can't hold as many rows as it counts
 */
export function tableOf(view: DataView, box: Box, rowBytes: number, headBytes = 0): BoxTable {
  const countAt = box.body + 4 + headBytes;
  requireBody(box, 8 + headBytes);
  const count = view.getUint32(countAt);
  const at = countAt + 4;
  if (count * rowBytes > box.end - at)
    throw new RangeError(`Box ${box.type} counts ${count} rows and has ${box.end - at} bytes for them`);
  return { count, at };
}

/** @throws RangeError above 2^53 − 1, which no file reaches */
export function readU64(view: DataView, at: number): number {
  const value = view.getUint32(at) * TWO_TO_32 + view.getUint32(at + 4);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The 64-bit number at byte ${at} is beyond 2^53`);
  return value;
}

/** A signed 64-bit number. @throws RangeError beyond ±(2^53 − 1) */
export function readI64(view: DataView, at: number): number {
  const value = view.getInt32(at) * TWO_TO_32 + view.getUint32(at + 4);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The 64-bit number at byte ${at} is beyond 2^53`);
  return value;
}

/** A type or a brand. */
export function fourCharacters(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

/** A copy of bytes, which does not keep the view's memory alive. */
export function bytesOf(view: DataView, start: number, end: number): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset + start, end - start).slice();
}
