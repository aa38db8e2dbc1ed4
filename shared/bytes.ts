/** Bytes compared and written as text. */

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // Whole files are compared: a callback for every byte would take longer than reading them.
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

export function joinedBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** In lower-case hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += hexDigits[byte];
  return text;
}

// Every host has these two (HTML 8.3); this folder's types know of none.
declare function atob(letters: string): string;
declare function btoa(binary: string): string;

/** Arguments of one call are limited; this many are safe everywhere. */
const CHUNK = 0x8000;

/** `Uint8Array.toBase64` is missing in Node 20 and in browsers of 2024. */
export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += CHUNK)
    text += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  return btoa(text);
}

/** @throws DOMException for text that is no base64 */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** For names and addresses (RFC 4648 5), without padding. */
export function base64UrlOf(bytes: Uint8Array): string {
  return base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @throws DOMException for text that is no base64url */
export function bytesOfBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return bytesOfBase64(text.replaceAll('-', '+').replaceAll('_', '/'));
}
