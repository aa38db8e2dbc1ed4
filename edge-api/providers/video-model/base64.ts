/** Bytes as the letters that JSON carries them in. */

/** Arguments of one call are limited; this many are safe everywhere. */
const CHUNK = 0x8000;

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

export function bytesOfBase64(letters: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(letters), (character) => character.charCodeAt(0));
}
