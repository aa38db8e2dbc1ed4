/** Frames of a clip as small pictures, for posters, filmstrips and scrubbing. */
import type { OpenClip } from '../probe/open-clip.ts';
import { resolvedTags } from '#shared/color/color-tags.ts';
import { decodeFrames } from './decode-frames.ts';
import { drawUpright } from './draw-upright.ts';

export type PictureRequest = {
  /** Frame numbers; past the end means the last. */
  frames: readonly number[];
  /** Pixels; a smaller clip is not enlarged. */
  maxWidth: number;
  mimeType: 'image/webp' | 'image/jpeg';
};

const QUALITY = 0.82;

/**
 * Hands the pictures over in rising order of frames, under the numbers they were asked by. Each group of pictures is
 * walked once. The clip stays the caller's.
 * @throws MediaFailure `source-unreadable`, or an AbortError
 */
export async function readPictures(
  clip: OpenClip,
  request: PictureRequest,
  onPicture: (frame: number, picture: Blob) => void,
  signal: AbortSignal,
): Promise<void> {
  const { video } = clip.facts;
  const asked = [...new Set(request.frames)].toSorted((a, b) => a - b);
  const clamp = (frame: number): number => Math.min(frame, video.frameCount - 1);
  const width = Math.min(request.maxWidth, video.width);
  const canvas = new OffscreenCanvas(width, Math.max(1, Math.round((width * video.height) / video.width)));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser gave no 2D canvas');
  context.imageSmoothingQuality = 'high';
  for (const group of byKeyFrame(asked, video.keyFrames, clamp)) {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) continue;
    for await (const { index, frame } of decodeFrames(clip, clamp(first), clamp(last), {
      signal,
      color: resolvedTags(video.color, video),
    })) {
      const wanted = group.filter((number) => clamp(number) === index);
      if (wanted.length > 0) drawUpright(context, frame, video.turn);
      frame.close();
      if (wanted.length === 0) continue;
      const picture = await canvas.convertToBlob({ type: request.mimeType, quality: QUALITY });
      for (const number of wanted) onPicture(number, picture);
    }
  }
}

/** Numbers that share a key frame go together. */
function byKeyFrame(
  asked: readonly number[],
  keyFrames: readonly number[],
  clamp: (frame: number) => number,
): number[][] {
  const groups = new Map<number, number[]>();
  for (const number of asked) {
    const key = keyFrames.findLast((frame) => frame <= clamp(number)) ?? 0;
    groups.set(key, [...(groups.get(key) ?? []), number]);
  }
  return [...groups.values()];
}
