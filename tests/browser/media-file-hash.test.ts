/** The movie's own hash, over a real file, while memory is being cleared up. */
import { expect, test } from 'vitest';
import { cdp } from 'vitest/browser';
import { sha256 } from '@noble/hashes/sha2.js';
import { hexOf } from '#shared/bytes.ts';
import { hashAndCompare } from '#shared/join/compare-bytes.ts';
import { blobSource } from '#shared/mp4/byte-source.ts';
import { createFileHash } from '#media/export/check/file-hash.ts';
import { storedFile } from './opfs.ts';

const FILE_BYTES = 24_000_000 + 17;

test('a file is hashed to its end while garbage is collected', async () => {
  const bytes = Uint8Array.from({ length: FILE_BYTES }, (_, at) => (at * 31 + (at >> 9)) & 255);
  const directory = await navigator.storage.getDirectory();
  const handle = await storedFile(directory, 'hashed.bin', bytes);
  const wanted = hexOf(sha256(bytes));
  const stop = collectGarbage();
  try {
    // A stream whose reader nothing but the reading itself holds was seen to be collected, and the reading never went on.
    for (let round = 0; round < 5; round += 1) {
      let pieces = 0;
      const file = await handle.getFile();
      const reading = hashAndCompare(blobSource(file), [], {
        hash: createFileHash(file.size),
        signal: new AbortController().signal,
        onPiece: () => (pieces += 1),
      });
      expect(await reading).toBe(wanted);
      // Whoever waits hears of each, however long all of it takes.
      expect(pieces).toBe(Math.ceil(FILE_BYTES / 2 ** 21));
    }
  } finally {
    await stop();
    await directory.removeEntry('hashed.bin');
  }
});

/** Collects garbage again and again. @returns what ends it */
function collectGarbage(): () => Promise<void> {
  let isOn = true;
  const collecting = (async () => {
    while (isOn) await cdp().send('HeapProfiler.collectGarbage');
  })();
  return async () => {
    isOn = false;
    await collecting;
  };
}
