/** Files that were damaged at random, by a disk or on their way. */
import fc from 'fast-check';
import type { OddClipName } from './odd-clips.ts';

export type Damage = {
  kind: 'cut' | 'flipped' | 'zeroed' | 'moved';
  /** Share of the file at which it begins. */
  at: number;
  /** Bytes. */
  length: number;
  /** What is made of the clip. */
  movie: 'copied' | 'encoded' | 'webm';
  /** The clip; null for a plain one. */
  of: OddClipName | null;
};

/** The clip without its damage. */
export const DAMAGED_SPEC = { seconds: 4, size: '360p', sceneNumber: 1 } as const;

export const damages: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom('cut' as const, 'flipped' as const, 'zeroed' as const, 'moved' as const),
  at: fc.double({ min: 0, max: 0.999, noNaN: true }),
  length: fc.integer({ min: 1, max: 20_000 }),
  movie: fc.constantFrom('copied' as const, 'encoded' as const, 'webm' as const),
  of: fc.constantFrom(null, null, 'VP8 and Vorbis in WebM' as const, 'H.264 and AAC in Matroska' as const),
});

export function damaged(
  bytes: Uint8Array<ArrayBuffer>,
  { kind, at, length }: Pick<Damage, 'kind' | 'at' | 'length'>,
): Uint8Array<ArrayBuffer> {
  const from = Math.floor(at * bytes.length);
  const copy = bytes.slice();
  const end = Math.min(copy.length, from + length);
  if (kind === 'cut') return copy.subarray(0, from);
  if (kind === 'zeroed') copy.fill(0, from, end);
  else if (kind === 'flipped') for (let byte = from; byte < end; byte += 97) copy[byte]! ^= 0x5a;
  else copy.copyWithin(from, 0, Math.min(length, copy.length - from));
  return copy;
}
