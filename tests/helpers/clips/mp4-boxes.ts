// Reading and rewriting MP4 boxes (ISO/IEC 14496-12), as far as the look-alikes need it.

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

/** The boxes between two positions, containers opened. Stops at a box that runs past the end. */
export function readBoxes(file: Buffer, start = 0, end = file.length): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  for (let at = start; at + 8 <= end;) {
    const short = file.readUInt32BE(at);
    const type = file.toString('latin1', at + 4, at + 8);
    const body = at + (short === 1 ? 16 : 8);
    const size = short === 1 ? Number(file.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    if (size < 8 || at + size > end) break;
    boxes.push({ type, start: at, size, body, children: CONTAINERS.has(type) ? readBoxes(file, body, at + size) : [] });
    at += size;
  }
  return boxes;
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
