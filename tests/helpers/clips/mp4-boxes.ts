// The tree of a file's boxes, for tests that look into finished files or break them.

import { type Box, boxAt, SHORT_HEADER } from '#shared/mp4/boxes.ts';
import { viewOf } from '#shared/mp4/byte-source.ts';

export interface Mp4Box {
  /** Four characters. */
  type: string;
  /** Position of the box's size field in the file. */
  start: number;
  /** Whole length in bytes, header included. */
  size: number;
  /** Position of the first byte after the header. */
  body: number;
  children: readonly Mp4Box[];
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts']);

/** The boxes between two positions, containers opened. Stops at a box that runs past the end: tests break files on purpose. */
export function readBoxes(file: Buffer, start = 0, end = file.length): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  for (let at = start; at + SHORT_HEADER <= end;) {
    const box = boxOrNull(file, at, end);
    if (box === null) break;
    const { type, body } = box;
    const children = CONTAINERS.has(type) ? readBoxes(file, body, box.end) : [];
    boxes.push({ type, start: at, size: box.end - at, body, children });
    at = box.end;
  }
  return boxes;
}

function boxOrNull(file: Buffer, at: number, end: number): Box | null {
  try {
    return boxAt(viewOf(file), at, end);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Follows a path of types, such as moov/trak/edts/elst, and gives every box at its end. */
export function boxesAt(boxes: readonly Mp4Box[], path: string): Mp4Box[] {
  const [first, ...rest] = path.split('/');
  const found = boxes.filter((box) => box.type === first);
  return rest.length === 0 ? found : found.flatMap((box) => boxesAt(box.children, rest.join('/')));
}

/** The bytes of a box. */
export function bytesOf(file: Buffer, box: Mp4Box): Buffer {
  return file.subarray(box.start, box.start + box.size);
}
