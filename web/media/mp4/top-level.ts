/** Finds the boxes of a file's top level by few small reads, wherever the index stands. */
import { type Box, boxAt, fourCharacters, LONG_HEADER, SHORT_HEADER } from './boxes.ts';
import type { Mp4Index } from './mp4-index.ts';

export type TopLevel = {
  /** Whole boxes, headers included. */
  ftyp: DataView;
  moov: DataView;
  contentCredentials: Mp4Index['contentCredentials'];
};

/** Bytes of one read: an index in front, or at the end of a short clip, comes along with its surroundings. */
const WINDOW_BYTES = 1 << 16;
/** An index of this size would describe days of film. */
const MOST_MOOV_BYTES = 1 << 28;
/** Boxes in front of the index; real files have about five. */
const MOST_BOXES = 4096;
const USER_TYPE_BYTES = 16;
/**
 * User type of the box for content credentials, which stands in front of index and media (C2PA Technical Specification,
 * "Embedding manifests into BMFF-based assets").
 */
const C2PA_USER_TYPE = 'd8fec3d61b0e483c92975828877ec481';

/**
 * Null when the file does not begin with `ftyp`.
 * @throws RangeError when a box in front of the index runs past the file, or when there is no index
 */
export async function readTopLevel(blob: Blob): Promise<TopLevel | null> {
  let window = await readWindow(blob, 0);
  if (blob.size < SHORT_HEADER || fourCharacters(window.view, 4) !== 'ftyp') return null;
  const ftyp = await boxBytes(blob, window, boxOf(blob, window, 0), WINDOW_BYTES);
  let contentCredentials: Mp4Index['contentCredentials'] = null;
  for (let at = ftyp.byteLength, count = 0; at + SHORT_HEADER <= blob.size; count += 1) {
    if (count === MOST_BOXES) throw new RangeError(`The file has ${MOST_BOXES} boxes and no moov among them`);
    if (!holdsHeader(blob, window, at)) window = await readWindow(blob, at);
    const box = boxOf(blob, window, at);
    if (box.type === 'moov')
      return { ftyp, moov: await boxBytes(blob, window, box, MOST_MOOV_BYTES), contentCredentials };
    if (isContentCredentials(window, box))
      contentCredentials ??= { offset: box.body + USER_TYPE_BYTES, size: box.end - box.body - USER_TYPE_BYTES };
    at = box.end;
  }
  throw new RangeError('The file has no moov box: it is cut off, or no movie');
}

/** A part of the file in memory. */
type Window = {
  /** Position in the file of the view's first byte. */
  start: number;
  view: DataView;
};

async function readWindow(blob: Blob, start: number): Promise<Window> {
  return { start, view: await readBytes(blob, start, Math.min(blob.size, start + WINDOW_BYTES)) };
}

async function readBytes(blob: Blob, start: number, end: number): Promise<DataView> {
  return new DataView(await blob.slice(start, end).arrayBuffer());
}

/** Whether the longest header of a box, or the file's rest, is in memory. */
function holdsHeader(blob: Blob, { start, view }: Window, at: number): boolean {
  return Math.min(blob.size, at + LONG_HEADER + USER_TYPE_BYTES) <= start + view.byteLength;
}

/** The box by positions in the file. */
function boxOf(blob: Blob, { start, view }: Window, at: number): Box {
  const box = boxAt(view, at - start, blob.size - start);
  return { type: box.type, start: at, body: box.body + start, end: box.end + start };
}

async function boxBytes(blob: Blob, { start, view }: Window, box: Box, mostBytes: number): Promise<DataView> {
  const size = box.end - box.start;
  if (size > mostBytes) throw new RangeError(`Box ${box.type} of ${size} bytes is too large`);
  if (box.end > start + view.byteLength) return await readBytes(blob, box.start, box.end);
  return new DataView(view.buffer, box.start - start, size);
}

function isContentCredentials({ start, view }: Window, box: Box): boolean {
  if (box.type !== 'uuid' || box.end - box.body < USER_TYPE_BYTES) return false;
  const userType = new Uint8Array(view.buffer, box.body - start, USER_TYPE_BYTES);
  return Array.from(userType, (byte) => byte.toString(16).padStart(2, '0')).join('') === C2PA_USER_TYPE;
}
