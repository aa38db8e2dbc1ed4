/** Brings pictures upright that a clip stores turned. */
import type { Turn } from '#shared/clip/clip-facts.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';
import { createPlanes, readPlanes, visibleSize, type Planes } from './planes.ts';

type Size = { width: number; height: number };

export type Turner = {
  /** The size of an upright picture, by that of a stored one. */
  sizeOf(stored: Size): Size;
  /** As `readPlanes`, and upright. @param into of the upright size */
  read(frame: VideoFrame, movie: ColorTags, into: Planes): Promise<void>;
};

/** It keeps one stored picture; there is nothing to close. */
export function createTurner(turn: Turn): Turner {
  let stored: Planes | null = null;
  return {
    sizeOf: ({ width, height }) => (turn.degrees % 180 === 0 ? { width, height } : { width: height, height: width }),
    async read(frame, movie, into) {
      const { width, height } = visibleSize(frame);
      if (stored === null || stored.width !== width || stored.height !== height) stored = createPlanes(width, height);
      await readPlanes(frame, movie, stored);
      turnPlanes(stored, turn, into);
    },
  };
}

/** @param into of the upright size */
export function turnPlanes(from: Planes, turn: Turn, into: Planes): void {
  const half = ({ width, height }: Size): Size => ({ width: Math.ceil(width / 2), height: Math.ceil(height / 2) });
  turnPlane(from.y, from, turn, into.y);
  turnPlane(from.u, half(from), turn, into.u);
  turnPlane(from.v, half(from), turn, into.v);
}

/** Walks the stored rows; each row and each column is one step in the upright picture, forward or back. */
function turnPlane(from: Uint8Array, { width, height }: Size, { degrees, isMirrored }: Turn, into: Uint8Array): void {
  const across = degrees % 180 === 0 ? width : height;
  const down = degrees % 180 === 0 ? height : width;
  // Where the stored pixel at the top left stands upright, and where the one to its right and the one below it do.
  const last = { x: across - 1, y: down - 1 };
  const corner = { 0: { x: 0, y: 0 }, 90: { x: last.x, y: 0 }, 180: last, 270: { x: 0, y: last.y } }[degrees];
  const right = { 0: { x: 1, y: 0 }, 90: { x: 0, y: 1 }, 180: { x: -1, y: 0 }, 270: { x: 0, y: -1 } }[degrees];
  const below = { 0: { x: 0, y: 1 }, 90: { x: -1, y: 0 }, 180: { x: 0, y: -1 }, 270: { x: 1, y: 0 } }[degrees];
  const sign = isMirrored ? -1 : 1;
  const startX = isMirrored ? last.x - corner.x : corner.x;
  const columnStep = sign * right.x + right.y * across;
  const rowStep = sign * below.x + below.y * across;
  let rowAt = startX + corner.y * across;
  for (let row = 0, read = 0; row < height; row += 1, rowAt += rowStep)
    for (let column = 0, at = rowAt; column < width; column += 1, at += columnStep, read += 1) into[at] = from[read]!;
}
