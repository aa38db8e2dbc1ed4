/** A very small picture of a frame, by which the finished file is compared with what was handed to the encoder. */

const GRID_WIDTH = 16;
const GRID_HEIGHT = 9;
const CELLS = GRID_WIDTH * GRID_HEIGHT;

export type Fingerprint = Uint8Array;

/** Not the first frame of a stretch, so that prediction is tried, and near it, so that it is soon decoded. */
const SAMPLED_FRAME = 12;

/** The frame of a stretch, from 0, that is compared in the end. */
export function sampledFrame({ frameCount }: { frameCount: number }): number {
  return Math.min(SAMPLED_FRAME, frameCount - 1);
}

/** 8 bit Y, U and V at 4:2:0, tightly packed. */
export type PlanarPicture = { width: number; height: number; y: Uint8Array; u: Uint8Array; v: Uint8Array };

/** Means of Y, U and V over a grid. */
export function fingerprintOfPlanes({ y, u, v, width, height }: PlanarPicture): Fingerprint {
  const [across, down] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const means = new Uint8Array(3 * CELLS);
  writeMeans(y, width, height, means.subarray(0, CELLS));
  writeMeans(u, across, down, means.subarray(CELLS, 2 * CELLS));
  writeMeans(v, across, down, means.subarray(2 * CELLS));
  return means;
}

function writeMeans(pixels: Uint8Array, width: number, height: number, means: Uint8Array): void {
  for (let cell = 0; cell < means.length; cell += 1) {
    const [column, row] = [cell % GRID_WIDTH, Math.floor(cell / GRID_WIDTH)];
    const [left, right] = [Math.floor((column * width) / GRID_WIDTH), Math.floor(((column + 1) * width) / GRID_WIDTH)];
    const [top, bottom] = [Math.floor((row * height) / GRID_HEIGHT), Math.floor(((row + 1) * height) / GRID_HEIGHT)];
    let sum = 0;
    for (let line = top; line < bottom; line += 1)
      for (let at = line * width + left; at < line * width + right; at += 1) sum += pixels[at]!;
    means[cell] = Math.round(sum / Math.max(1, (right - left) * (bottom - top)));
  }
}

/** How far two fingerprints are apart, 0 to 255: the mean over the cells of the plane that differs most. */
export function differenceOf(a: Fingerprint, b: Fingerprint): number {
  return Math.max(...[0, 1, 2].map((plane) => planeDifference(a, b, plane * CELLS)));
}

function planeDifference(a: Fingerprint, b: Fingerprint, from: number): number {
  let sum = 0;
  for (let cell = from; cell < from + CELLS; cell += 1) sum += Math.abs((a[cell] ?? 0) - (b[cell] ?? 0));
  return sum / CELLS;
}
