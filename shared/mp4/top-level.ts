/** Finds the boxes of a file's top level by few small reads, wherever the index stands. */
import { hexOf } from '#shared/bytes.ts';
import { type Box, boxAt, CutOffError, fourCharacters, LONG_HEADER, SHORT_HEADER } from './boxes.ts';
import { type ByteSource, viewOf } from './byte-source.ts';
import type { Fragment } from './fragments.ts';

export type TopLevel = {
  /** Whole boxes, headers included. */
  ftyp: DataView;
  moov: DataView;
  /** Where the box behind the index begins. */
  behindMoov: number;
  hasContentCredentials: boolean;
};

/** Bytes of one read: an index in front, or at the end of a short clip, comes along with its surroundings. */
const WINDOW_BYTES = 1 << 16;
/** Of one read where only headers are wanted. */
const SMALL_WINDOW_BYTES = 1 << 12;
/** An index of this size would describe days of film. */
const MOST_MOOV_BYTES = 1 << 28;
/** Boxes in front of the index; real files have about five. */
const MOST_BOXES = 4096;
/** Boxes behind the index that are looked at: a fragmented file has thousands there. */
const MOST_BOXES_BEHIND = 16;
const USER_TYPE_BYTES = 16;
/**
 * User type of the box for content credentials (C2PA Technical Specification, "Embedding manifests into BMFF-based assets"). It
 * is to stand in front of index and media, but some programs add it at the end.
 */
const C2PA_USER_TYPE = 'd8fec3d61b0e483c92975828877ec481';

/**
 * Null when the file does not begin with `ftyp`.
 * @throws RangeError when a box in front of the index runs past the file, or when there is no index
 */
export async function readTopLevel(source: ByteSource, mostMoovBytes = MOST_MOOV_BYTES): Promise<TopLevel | null> {
  if (source.sizeBytes < SHORT_HEADER) return null;
  const first = await readWindow(source, 0, WINDOW_BYTES);
  if (fourCharacters(first.view, 4) !== 'ftyp') return null;
  const ftyp = await boxBytes(source, first, boxOf(source, first, 0), WINDOW_BYTES);
  let hasCredentials = false;
  let count = 0;
  for await (const { box, window } of boxesFrom(source, first, ftyp.byteLength, () => WINDOW_BYTES)) {
    if (count === MOST_BOXES) throw new RangeError(`The file has ${MOST_BOXES} boxes and no moov among them`);
    if (box.type === 'moov') {
      const moov = await boxBytes(source, window, box, mostMoovBytes);
      return {
        ftyp,
        moov,
        behindMoov: box.end,
        hasContentCredentials: hasCredentials || (await hasCredentialsBehind(source, window, box.end)),
      };
    }
    hasCredentials ||= isCredentials(window, box);
    count += 1;
  }
  throw new CutOffError('The file has no moov box: it is cut off, or no movie');
}

/** Whether the file says of itself that it is one of this format. */
export async function isMp4(source: ByteSource): Promise<boolean> {
  return source.sizeBytes >= SHORT_HEADER && fourCharacters(viewOf(await source.read(0, SHORT_HEADER)), 4) === 'ftyp';
}

/** Whether the file carries a C2PA manifest; never so for one that is no ISO base media file. @throws as `readTopLevel` does */
export async function hasContentCredentials(source: ByteSource): Promise<boolean> {
  const file = await readTopLevel(source);
  return file !== null && file.hasContentCredentials;
}

/** A fragment describes some seconds; with its table in memory it is far smaller than what it describes. */
const MOST_MOOF_BYTES = 1 << 24;
const MOST_FRAGMENTS = 1 << 16;

/**
 * The `moof` boxes behind the index, one after the other. Each is read with what the one before it needed: media lie between
 * them. @throws RangeError when a box runs past the file, or there are very many
 */
export async function* readFragments(source: ByteSource, behindMoov: number): AsyncGenerator<Fragment, void> {
  let count = 0;
  let windowBytes = SMALL_WINDOW_BYTES;
  for await (const { box, window } of boxesFrom(source, null, behindMoov, () => windowBytes)) {
    if (box.type !== 'moof') continue;
    if (count === MOST_FRAGMENTS) throw new RangeError(`The file has more than ${MOST_FRAGMENTS} fragments`);
    count += 1;
    windowBytes = Math.min(WINDOW_BYTES, Math.max(SMALL_WINDOW_BYTES, 2 * (box.end - box.start)));
    yield { view: await boxBytes(source, window, box, MOST_MOOF_BYTES), start: box.start };
  }
}

/** @param first what has been read already */
async function* boxesFrom(
  source: ByteSource,
  first: Window | null,
  start: number,
  windowBytes: () => number,
): AsyncGenerator<{ box: Box; window: Window }, void> {
  let window = first;
  for (let at = start; at + SHORT_HEADER <= source.sizeBytes;) {
    if (window === null || !holdsHeader(source, window, at)) window = await readWindow(source, at, windowBytes());
    const box = boxOf(source, window, at);
    yield { box, window };
    at = box.end;
  }
}

async function hasCredentialsBehind(source: ByteSource, first: Window, start: number): Promise<boolean> {
  let count = 0;
  try {
    for await (const { box, window } of boxesFrom(source, first, start, () => SMALL_WINDOW_BYTES)) {
      if (isCredentials(window, box)) return true;
      count += 1;
      if (count === MOST_BOXES_BEHIND) return false;
    }
  } catch (error) {
    // The movie is whole without what stands behind its index, which may be no box at all.
    if (!(error instanceof RangeError)) throw error;
  }
  return false;
}

/** A part of the file in memory. */
type Window = {
  /** Position in the file of the view's first byte. */
  start: number;
  view: DataView;
};

async function readWindow(source: ByteSource, start: number, bytes: number): Promise<Window> {
  return { start, view: await readBytes(source, start, Math.min(source.sizeBytes, start + bytes)) };
}

async function readBytes(source: ByteSource, start: number, end: number): Promise<DataView> {
  return viewOf(await source.read(start, end));
}

/** Whether the longest header of a box, or the file's rest, is in memory. */
function holdsHeader(source: ByteSource, { start, view }: Window, at: number): boolean {
  return Math.min(source.sizeBytes, at + LONG_HEADER + USER_TYPE_BYTES) <= start + view.byteLength;
}

/** The box by positions in the file. */
function boxOf(source: ByteSource, { start, view }: Window, at: number): Box {
  const box = boxInFile(view, at - start, source.sizeBytes - start);
  return { type: box.type, start: at, body: box.body + start, end: box.end + start };
}

/** What surrounds a box of the top level is the file. */
function boxInFile(view: DataView, at: number, limit: number): Box {
  try {
    return boxAt(view, at, limit);
  } catch (error) {
    throw error instanceof RangeError ? new CutOffError(error.message) : error;
  }
}

async function boxBytes(source: ByteSource, { start, view }: Window, box: Box, mostBytes: number): Promise<DataView> {
  const size = box.end - box.start;
  if (size > mostBytes) throw new RangeError(`Box ${box.type} of ${size} bytes is too large`);
  if (box.end > start + view.byteLength) return await readBytes(source, box.start, box.end);
  return new DataView(view.buffer, view.byteOffset + box.start - start, size);
}

function isCredentials({ start, view }: Window, box: Box): boolean {
  if (box.type !== 'uuid' || box.end - box.body < USER_TYPE_BYTES) return false;
  const userType = new Uint8Array(view.buffer, view.byteOffset + box.body - start, USER_TYPE_BYTES);
  return hexOf(userType) === C2PA_USER_TYPE;
}
