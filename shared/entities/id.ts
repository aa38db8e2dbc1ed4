/** Ids are UUIDv7 in lower case: they sort by the time they were made, and clients make their own. */
import { z } from 'zod';
import { hexOf } from '../bytes.ts';
import { valueWords } from './words.ts';

export const idSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/, valueWords.id);

/** SHA-256 in lower-case hexadecimal: the name of a stored file. */
export const sha256Schema = z.string().regex(/^[0-9a-f]{64}$/, valueWords.sha256);

/**
 * A UUIDv7 (RFC 9562, 5.7) from a time and ten random bytes. Both are handed in: this file knows neither clock nor dice.
 * @param timeMs milliseconds since the epoch
 * @param random at least ten random bytes
 */
export function uuidv7(timeMs: number, random: Uint8Array): string {
  if (random.length < 10) throw new RangeError('uuidv7 needs ten random bytes.');
  const bytes = new Uint8Array(16);
  let rest = timeMs;
  for (let i = 5; i >= 0; i--) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes.set(random.subarray(0, 10), 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = hexOf(bytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
