/** SHA-256 of a file in pieces, as the browser computes it for small files and a script for large ones. */
import { createHash, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hexOf } from '#shared/bytes.ts';
import { createFileHash } from '#media/export/check/file-hash.ts';

const LARGE_BYTES = 41 << 20;

test.each([0, 1, 100_000, LARGE_BYTES])('%d bytes in uneven pieces', async (size) => {
  const bytes = new Uint8Array(randomBytes(size));
  const hash = createFileHash(size);
  for (let at = 0, step = 1; at < size; at += step, step = step * 3 + 1) hash.update(bytes.subarray(at, at + step));
  expect(hexOf(await hash.digest())).toBe(createHash('sha256').update(bytes).digest('hex'));
});
