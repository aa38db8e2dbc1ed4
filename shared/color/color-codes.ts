/** Colour tags by their numbers (ITU-T H.273), as sample entries and parameter sets carry them, and by WebCodecs' names. */
import type { ColorTags } from './color-tags.ts';

export type ColorCodes = { primaries: number; transfer: number; matrix: number; fullRange: boolean };

const UNSPECIFIED = 2;
const PRIMARIES = new Map([
  [1, 'bt709'],
  [5, 'bt470bg'],
  [6, 'smpte170m'],
  [9, 'bt2020'],
  [12, 'smpte432'],
]);
const TRANSFERS = new Map([
  [1, 'bt709'],
  [6, 'smpte170m'],
  [8, 'linear'],
  [13, 'iec61966-2-1'],
  [16, 'pq'],
  [18, 'hlg'],
]);
const MATRICES = new Map([
  [0, 'rgb'],
  [1, 'bt709'],
  [5, 'bt470bg'],
  [6, 'smpte170m'],
  [9, 'bt2020-ncl'],
]);

/** Names where there are any; null for what is left open. */
export function tagsFromCodes(codes: ColorCodes | null): ColorTags {
  if (codes === null) return { primaries: null, transfer: null, matrix: null, fullRange: null };
  const primaries = PRIMARIES.get(codes.primaries) ?? null;
  const transfer = TRANSFERS.get(codes.transfer) ?? null;
  const matrix = MATRICES.get(codes.matrix) ?? null;
  const saysNothing = primaries === null && transfer === null && matrix === null && !codes.fullRange;
  return { primaries, transfer, matrix, fullRange: saysNothing ? null : codes.fullRange };
}

/** Null where nothing at all is said. */
export function codesFromTags(tags: ColorTags): ColorCodes | null {
  if (tags.primaries === null && tags.transfer === null && tags.matrix === null && tags.fullRange === null) return null;
  return {
    primaries: codeOf(PRIMARIES, tags.primaries),
    transfer: codeOf(TRANSFERS, tags.transfer),
    matrix: codeOf(MATRICES, tags.matrix),
    fullRange: tags.fullRange ?? false,
  };
}

function codeOf(names: ReadonlyMap<number, string>, name: string | null): number {
  for (const [code, known] of names) if (known === name) return code;
  return UNSPECIFIED;
}
