/** The type of a picture, from its first bytes. */

export type PictureType = 'image/jpeg' | 'image/webp' | 'image/png' | 'image/gif';

/** JPEG begins with FF D8 FF, PNG with its own signature, GIF by name, WebP is a RIFF file that says so; null for anything else. */
export function pictureType(bytes: Uint8Array): PictureType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (bytes.byteLength >= 16 && letters(bytes, 0) === 'RIFF' && letters(bytes, 8) === 'WEBP') return 'image/webp';
  if (bytes.byteLength >= 16 && letters(bytes, 0) === '\x89PNG' && letters(bytes, 4) === '\r\n\x1a\n')
    return 'image/png';
  if (bytes.byteLength >= 14 && /^GIF8$/.test(letters(bytes, 0)) && (bytes[4] === 0x37 || bytes[4] === 0x39))
    return 'image/gif';
  return null;
}

function letters(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
