/** A very small picture of a frame, by which the finished file is compared with what was handed to the encoder. */
import { createPlanes, readPlanes, visibleSize } from '#media/compositor/planes.ts';
import { fingerprintOfPlanes, type Fingerprint } from '#shared/join/fingerprint.ts';
import type { ColorTags } from '#shared/color/color-tags.ts';

/** Means of Y, U and V over a grid. The frame stays the caller's. @param color what the frame's pixels are, or are brought to */
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
