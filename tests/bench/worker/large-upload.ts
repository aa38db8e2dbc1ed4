/** What the longest request takes: completing an upload of two gigabytes reads, hashes, and writes each of its parts. */
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '#shared/limits.ts';
import type { Inspector } from '../inspector.ts';
import { beginUpload, sendPart, type Send } from './bench-person.ts';
import { each, workOf } from './measure.ts';
import { startOfLong } from './long-clip.ts';

const SENT_AT_ONCE = 4;

/** @param clip an MP4 that is smaller than a part */
export async function completeLargeUpload(
  clip: Uint8Array,
  { inspector, send, print }: { inspector: Inspector; send: Send; print(line: string): void },
): Promise<void> {
  const sizeBytes = limits.ownClipBytes;
  const first = startOfLong(clip, sizeBytes, limits.uploadPartBytes);
  // All others are the same bytes, so the disk holds them once.
  const other = new Uint8Array(limits.uploadPartBytes);
  const partCount = Math.ceil(sizeBytes / limits.uploadPartBytes);
  const part = (number: number): Uint8Array<ArrayBuffer> =>
    number === 1 ? first : other.subarray(0, Math.min(other.length, sizeBytes - (number - 1) * other.length));
  const hash = createHash('sha256');
  for (let n = 1; n <= partCount; n++) {
    hash.update(part(n));
    // Else it isn't noticed meanwhile that a connection was closed.
    await pause(1);
  }
  const upload = await beginUpload(send, { sha256: hash.digest('hex'), sizeBytes, kind: 'clip' });
  for (let n = 1; n <= partCount; n += SENT_AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(SENT_AT_ONCE, partCount - n + 1) }, (_, more) =>
        sendPart(send, upload, n + more, part(n + more)),
      ),
    );
  const worked = await workOf(
    inspector,
    async () => void (await send(`/api/uploads/${upload.id}/complete`, { method: 'POST' })),
  );
  print(each(`an upload of ${partCount} parts completed`, worked, 1));
}
