// The box structure of ISO base media files (ISO/IEC 14496-12, 4.2): read as a tree, written back as bytes.

export interface Mp4Box {
  type: string;
  /** Byte at which the box begins in the file, its header included. */
  start: number;
  /** Bytes, header included. */
  size: number;
  /** Empty for a box that holds fields. */
  children: Mp4Box[];
}

/** Throws the caller's own error; `missing` names what was expected. */
export type Fail = (missing: string) => never;

const headerBytes = 8;
const containers: ReadonlySet<string> = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']);

/** The boxes between two byte positions. 64-bit box sizes are not read: the files here are small. */
export function readBoxes(bytes: Uint8Array, from: number, to: number, fail: Fail): Mp4Box[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const boxes: Mp4Box[] = [];
  for (let start = from; start < to;) {
    if (start + headerBytes > to) fail(`a whole box header at byte ${start}`);
    const size = view.getUint32(start);
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + headerBytes));
    if (size < headerBytes || start + size > to) fail(`a whole ${type} box at byte ${start}`);
    const children = containers.has(type) ? readBoxes(bytes, start + headerBytes, start + size, fail) : [];
    boxes.push({ type, start, size, children });
    start += size;
  }
  return boxes;
}

/** The first box of that type; calls `fail` when there is none. */
export function requireBox(boxes: readonly Mp4Box[], type: string, fail: Fail): Mp4Box {
  return boxes.find((box) => box.type === type) ?? fail(`a ${type} box`);
}

/** A box around the given parts, in order. */
export function boxBytes(type: string, parts: readonly Uint8Array[]): Uint8Array {
  const size = parts.reduce((sum, part) => sum + part.length, headerBytes);
  const header = new Uint8Array(headerBytes);
  new DataView(header.buffer).setUint32(0, size);
  for (let i = 0; i < 4; i++) header[4 + i] = type.charCodeAt(i);
  return concatBytes([header, ...parts]);
}

/** A box with one body. */
export const fixedBox = (type: string, body: Uint8Array): Uint8Array => boxBytes(type, [body]);

/** Big-endian 32-bit fields. */
export function u32List(...values: readonly number[]): Uint8Array {
  const body = new Uint8Array(values.length * 4);
  const view = new DataView(body.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return body;
}

/** One array with all parts, in order. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
