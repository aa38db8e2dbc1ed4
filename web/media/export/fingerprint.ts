/** A very small grey picture of a frame, by which the finished file is compared with what was handed to the encoder. */
import { createPlanes, readPlanes, visibleSize, type Planes } from '../compositor/planes.ts';
import type { ColorTags } from '../worker/protocol.ts';

export const GRID_WIDTH = 16;
export const GRID_HEIGHT = 9;

export type Fingerprint = Uint8Array;

/** Means of luma over a grid. The frame stays the caller's. @param color what the frame's pixels are, or are brought to */
export async function fingerprintOf(frame: VideoFrame, color: ColorTags): Promise<Fingerprint> {
  return await createFingerprinter()(frame, color);
}

/** The same for frames one after the other, through one buffer. */
export function createFingerprinter(): typeof fingerprintOf {
  let planes = createPlanes(0, 0);
  return async (frame, color) => {
    const { width, height } = visibleSize(frame);
    if (planes.width !== width || planes.height !== height) planes = createPlanes(width, height);
    await readPlanes(frame, color, planes);
    return fingerprintOfPlanes(planes);
  };
}

export function fingerprintOfPlanes({ y: pixels, width, height }: Planes): Fingerprint {
  const means = new Uint8Array(GRID_WIDTH * GRID_HEIGHT);
  for (let cell = 0; cell < means.length; cell += 1) {
    const left = Math.floor(((cell % GRID_WIDTH) * width) / GRID_WIDTH);
    const right = Math.floor((((cell % GRID_WIDTH) + 1) * width) / GRID_WIDTH);
    const top = Math.floor((Math.floor(cell / GRID_WIDTH) * height) / GRID_HEIGHT);
    const bottom = Math.floor(((Math.floor(cell / GRID_WIDTH) + 1) * height) / GRID_HEIGHT);
    let sum = 0;
    for (let row = top; row < bottom; row += 1)
      for (let column = left; column < right; column += 1) sum += pixels[row * width + column] ?? 0;
    means[cell] = Math.round(sum / Math.max(1, (right - left) * (bottom - top)));
  }
  return means;
}

/** Mean difference of two fingerprints, 0 to 255. */
export function differenceOf(a: Fingerprint, b: Fingerprint): number {
  return a.reduce((sum, value, cell) => sum + Math.abs(value - (b[cell] ?? 0)), 0) / a.length;
}
