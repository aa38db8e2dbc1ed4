/** The pictures of a scene that are drawn: those in view or near it. Pure. */
import type { LaneSpan } from './lane-pixels.ts';
import type { Block } from './timeline-layout.ts';

/** About as wide as a frame of the strip. */
const TILE_PX = 110;

/** Percent of the block. */
export type FilmTile = { left: number; width: number };

export function filmTiles(
  block: Pick<Block, 'left' | 'width'>,
  { lanePx, span }: { lanePx: number; span: LaneSpan },
): FilmTile[] {
  const count = Math.max(1, Math.round(((block.width / 100) * lanePx) / TILE_PX));
  const width = 100 / count;
  const first = Math.max(0, Math.floor(((span.from - block.left) / block.width) * count));
  const end = Math.min(count, Math.ceil(((span.to - block.left) / block.width) * count));
  return Array.from({ length: Math.max(0, end - first) }, (_, index) => ({ left: (first + index) * width, width }));
}
