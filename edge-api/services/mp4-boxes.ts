/** Boxes of an ISO base media file (ISO/IEC 14496-12): finding them, and reading their fields. Pure. */

/** A file that can be read by ranges. */
export type ByteSource = {
  sizeBytes: number;
  /** The bytes from `start` up to, not including, `end`. */
  read(start: number, end: number): Promise<Uint8Array>;
};

export type BoxPlace = { type: string; start: number; headerBytes: number; end: number };

export type Box = { type: string; body: DataView };

/** The file isn't what it should be. The message says where. */
export class Mp4Error extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Mp4Error';
  }
}

const LARGE_HEADER_BYTES = 16;

/**
 * Walks the boxes at the top of a file, reading their headers alone.
 * @throws Mp4Error when a box's size makes no sense or it reaches past the end of the file
 */
export async function topLevelBoxes(source: ByteSource, maxBoxes = 1_000): Promise<BoxPlace[]> {
  const boxes: BoxPlace[] = [];
  for (let start = 0; start < source.sizeBytes;) {
    if (boxes.length >= maxBoxes) throw new Mp4Error('The file has too many boxes.');
    const head = viewOf(await source.read(start, Math.min(start + LARGE_HEADER_BYTES, source.sizeBytes)));
    const { type, headerBytes, sizeBytes } = readHeader(head, 0, source.sizeBytes - start);
    boxes.push({ type, start, headerBytes, end: start + sizeBytes });
    start += sizeBytes;
  }
  return boxes;
}

/** The boxes inside another's body. @throws Mp4Error */
export function childBoxes(body: DataView, from = 0): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= body.byteLength;) {
    const { type, headerBytes, sizeBytes } = readHeader(body, at, body.byteLength - at);
    boxes.push({ type, body: new DataView(body.buffer, body.byteOffset + at + headerBytes, sizeBytes - headerBytes) });
    at += sizeBytes;
  }
  return boxes;
}

/** The first box down a path of types, or null. */
export function findBox(body: DataView, ...path: readonly string[]): DataView | null {
  let here: DataView | null = body;
  for (const type of path) {
    here = here === null ? null : (childBoxes(here).find((box) => box.type === type)?.body ?? null);
  }
  return here;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

export function fourCharacters(view: DataView, at: number): string {
  return String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));
}

/** A 64-bit number, which must be one that JavaScript counts exactly. @throws Mp4Error */
export function uint64(view: DataView, at: number): number {
  const value = view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
  if (!Number.isSafeInteger(value)) throw new Mp4Error('The file holds a number that is too large.');
  return value;
}

function readHeader(
  view: DataView,
  at: number,
  available: number,
): { type: string; headerBytes: number; sizeBytes: number } {
  if (view.byteLength - at < 8) throw new Mp4Error('The file ends in the middle of a box.');
  const short = view.getUint32(at);
  const type = fourCharacters(view, at + 4);
  if (short === 1 && view.byteLength - at < LARGE_HEADER_BYTES)
    throw new Mp4Error('The file ends in the middle of a box.');
  const headerBytes = short === 1 ? LARGE_HEADER_BYTES : 8;
  // Size 0 means "to the end of the file".
  const sizeBytes = short === 0 ? available : short === 1 ? uint64(view, at + 8) : short;
  if (sizeBytes < headerBytes || sizeBytes > available)
    throw new Mp4Error(`The ${JSON.stringify(type)} box reaches past the end of the file.`);
  return { type, headerBytes, sizeBytes };
}
