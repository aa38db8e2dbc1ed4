/** Brings descriptive metadata into a file that another writer made, without moving a byte of its media. */
import { bytes, sequence, toBytes, u32, zeros } from './box-parts.ts';
import { boxAt, bytesOf, findBox, SHORT_HEADER } from './boxes.ts';
import { type MovieMetadata, userData, xmpBox } from './metadata.ts';

/** The four characters `free`. */
const FREE = 0x66726565;

/**
 * The head with a `udta` as the last child of `moov` and the XMP packet behind it, both taken out of the `free` box right behind it, so that length and
 * everything further on stay. `head` is the file from its start and reaches at least to the end of that box. Null when
 * `moov` does not stand in front, has a `udta` already, or there is not enough room.
 * @throws RangeError for boxes that are malformed or cut off
 */
export function addMetadata(head: Uint8Array, metadata: MovieMetadata): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const ftyp = boxAt(view, 0, head.length);
  const moov = boxAt(view, ftyp.end, head.length);
  if (ftyp.type !== 'ftyp' || moov.type !== 'moov' || moov.body - moov.start !== SHORT_HEADER) return null;
  if (findBox(view, moov, 'udta') !== null) return null;
  const free = boxAt(view, moov.end, head.length);
  const added = userData(metadata);
  const xmp = metadata.xmp === null ? sequence() : xmpBox(metadata.xmp);
  const left = free.end - free.start - added.size - xmp.size;
  if (free.type !== 'free' || !(left === 0 || left >= SHORT_HEADER)) return null;
  const part = (start: number, end: number) => bytes(bytesOf(view, start, end));
  return toBytes(
    sequence(
      part(0, moov.start),
      u32(moov.end - moov.start + added.size),
      part(moov.start + 4, moov.end),
      added,
      xmp,
      left === 0 ? sequence() : sequence(u32(left, FREE), zeros(left - SHORT_HEADER)),
      part(free.end, head.length),
    ),
  );
}
