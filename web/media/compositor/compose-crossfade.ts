/** A frame of a crossfade, from a frame of either scene. */
import type { ColorTags } from '#shared/color/color-tags.ts';
import { frameOf, type Composer, type FrameTime } from './compose-frames.ts';
import { mixPlanes } from './mix-planes.ts';

/** A frame of a scene that takes part; it stays the caller's. */
export type CrossfadeSide = { composer: Composer; frame: VideoFrame; clipFrame: number };

/** @param share of the coming scene, 0 to 1. The caller closes the result. */
export async function composeCrossfade(
  going: CrossfadeSide,
  coming: CrossfadeSide,
  share: number,
  { color, time }: { color: ColorTags; time: FrameTime },
): Promise<VideoFrame> {
  const picture = await going.composer.draw(going.frame, going.clipFrame);
  mixPlanes(picture, await coming.composer.draw(coming.frame, coming.clipFrame), share);
  return frameOf(picture, color, time);
}
