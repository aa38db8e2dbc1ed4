/** Hashes that work on Node and on workers. */
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexOf } from '#shared/bytes.ts';

/**
 * Up to this size, hashing here is faster than a round trip to WebCrypto's thread. Every request hashes its session
 * token.
 */
const SHORT_BYTES = 1_024;

export async function sha256Hex(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  if (bytes.byteLength <= SHORT_BYTES) return hexOf(sha256(bytes));
  return hexOf(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}

/** A hash that only the holder of the secret can compute. */
export function keyedHashHex(secret: Uint8Array, text: string): string {
  return hexOf(hmac(sha256, secret, new TextEncoder().encode(text)));
}
