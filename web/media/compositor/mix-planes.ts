/** Pictures over each other, as planes: what crossfades and fades are made of. */
import { BLACK_LUMA, NEUTRAL_CHROMA, type Planes } from './planes.ts';

/** Full weight of a picture; a power of two keeps the mix in whole numbers. */
const ONE = 256;

/** Brings `over` into `into` by its share, 0 to 1. Both are of one size. */
export function mixPlanes(into: Planes, over: Planes, share: number): void {
  const weight = Math.round(share * ONE);
  const rest = ONE - weight;
  const [under, above] = [into.data, over.data];
  for (let at = 0; at < under.length; at += 1) under[at] = (under[at]! * rest + above[at]! * weight + ONE / 2) >> 8;
}

/** Dims a picture of video range towards black. @param level 1 leaves it, 0 is black */
export function dimPlanes(planes: Planes, level: number): void {
  const tableOf = (rest: number): Uint8Array =>
    Uint8Array.from({ length: 256 }, (_, value) => Math.round(rest + (value - rest) * level));
  applyTable(planes.y, tableOf(BLACK_LUMA));
  const chroma = tableOf(NEUTRAL_CHROMA);
  applyTable(planes.u, chroma);
  applyTable(planes.v, chroma);
}

function applyTable(plane: Uint8Array, table: Uint8Array): void {
  for (let at = 0; at < plane.length; at += 1) plane[at] = table[plane[at]!]!;
}
