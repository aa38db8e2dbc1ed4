/** The size of a JPEG, PNG, WebP, or AVIF picture in pixels, from its header: what a few bytes can unfold to must be known before. */

export type PictureSize = { width: number; height: number };

/** Null where the header doesn't say. */
export function pictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const size = readSize(view);
    return size !== null && size.width > 0 && size.height > 0 ? size : null;
  } catch (error) {
    // It ends before its header does.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function readSize(view: DataView): PictureSize | null {
  switch (view.getUint16(0)) {
    case 0xffd8:
      return jpegSize(view);
    case 0x8950:
      return pngSize(view);
    default:
      return view.getUint32(4) === FTYP ? avifSize(view) : webpSize(view);
  }
}

/** The first chunk is always IHDR, with four bytes for each side (ISO/IEC 15948, 11.2.2). */
function pngSize(view: DataView): PictureSize | null {
  return view.getUint32(12) === 0x49484452 ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** The frame header, SOF0 to SOF15, after any other segments (ITU-T T.81, B.2.2). C4, C8 and CC are no frame headers. */
function jpegSize(view: DataView): PictureSize | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (marker === 0xda || marker === 0xd9) return null;
    else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** The first chunk of the RIFF file says it, in one of three ways (RFC 9649, 2.5 to 2.7; RFC 6386, 9.1). */
function webpSize(view: DataView): PictureSize | null {
  switch (view.getUint32(12)) {
    case 0x56503820: // "VP8 "
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 0x5650384c: {
      // "VP8L"
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 0x56503858: // "VP8X"
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

const FTYP = 0x66747970;
const META = 0x6d657461;
const ISPE = 0x69737065;

/**
 * The largest of the item sizes that the meta box lists (ISO/IEC 23008-12, 6.5.3): a picture of tiles, or one with a
 * preview, lists several.
 */
function avifSize(view: DataView): PictureSize | null {
  let at = view.getUint32(0);
  while (view.getUint32(at + 4) !== META) at += Math.max(8, view.getUint32(at));
  const end = Math.min(view.byteLength - 16, at + view.getUint32(at));
  let largest: PictureSize | null = null;
  for (let position = at + 8; position <= end; position++) {
    if (view.getUint32(position) !== ISPE) continue;
    const size = { width: view.getUint32(position + 8), height: view.getUint32(position + 12) };
    if (largest === null || size.width * size.height > largest.width * largest.height) largest = size;
  }
  return largest;
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}
