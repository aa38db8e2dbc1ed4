/** Whether a picture moves, by its header: only its first picture can be used. */
import type { ContainerId } from './sniff.ts';

/** @param head the first bytes; a mark behind them isn't found */
export function isAnimated(head: Uint8Array, container: ContainerId): boolean {
  const ascii = (at: number): string => String.fromCharCode(...head.subarray(at, at + 4));
  if (container === 'avif') return ascii(8) === 'avis';
  // RFC 9649, 2.7: a flag of the extended header.
  if (container === 'webp') return ascii(12) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
  return container === 'png' && hasAnimationChunk(head, ascii);
}

/** PNG, third edition, 11.3.4: `acTL` comes before the first `IDAT`. */
function hasAnimationChunk(head: Uint8Array, ascii: (at: number) => string): boolean {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  for (let at = 8; at + 8 <= head.length; at += 12 + view.getUint32(at)) {
    const kind = ascii(at + 4);
    if (kind === 'acTL') return true;
    if (kind === 'IDAT') return false;
  }
  return false;
}
