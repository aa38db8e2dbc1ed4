/** SHA-256 of a file that is read once, piece by piece. */
import { sha256 } from '@noble/hashes/sha2.js';
import type { FileHash } from '#shared/join/compare-bytes.ts';

/**
 * Files up to this size are gathered in memory and hashed by the browser, which has the processor's own instructions for it
 * (some 1,000 MB a second against 50 to 100 of a script) but takes only the whole at once, and copies it.
 */
const GATHERED_BYTES = 40 << 20;

/** @param size of the whole file, in bytes */
export function createFileHash(size: number): FileHash {
  return size <= GATHERED_BYTES ? gather(size) : sha256Of();
}

function gather(size: number): FileHash {
  const whole = new Uint8Array(size);
  let filled = 0;
  return {
    update(bytes) {
      whole.set(bytes, filled);
      filled += bytes.length;
    },
    async digest() {
      return new Uint8Array(await crypto.subtle.digest('SHA-256', whole.subarray(0, filled)));
    },
  };
}

function sha256Of(): FileHash {
  const hash = sha256.create();
  return { update: (bytes) => void hash.update(bytes), digest: async () => hash.digest() };
}
