/** Makes the scrub copy of a clip: one walk through it, each frame drawn small and upright. */
import { frameOnScreen } from '#shared/clip/frame-on-screen.ts';
import { resolvedTags } from '#shared/color/color-tags.ts';
import { decodeFrames } from '../decode/decode-frames.ts';
import { drawUpright } from '../decode/draw-upright.ts';
import type { OpenClip } from '../probe/open-clip.ts';
import { scrubFile } from './scrub-file.ts';

/** Pixels of the longer side. */
const LONGEST_SIDE = 320;
const QUALITY = 0.7;

/** @throws MediaFailure `source-unreadable`, or an AbortError */
export async function makeScrubCopy(clip: OpenClip, signal: AbortSignal): Promise<Blob> {
  const { video } = clip.facts;
  const scale = Math.min(1, LONGEST_SIDE / Math.max(video.width, video.height));
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  const context = new OffscreenCanvas(side(video.width), side(video.height)).getContext('2d', { alpha: false });
  if (context === null) throw new Error('The browser gave no 2D canvas');
  const pictures: Blob[] = [];
  const color = resolvedTags(video.color, video);
  for await (const { frame } of decodeFrames(clip, 0, video.frameCount - 1, { signal, color })) {
    try {
      drawUpright(context, frame, video.turn);
    } finally {
      frame.close();
    }
    pictures.push(await context.canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }));
    signal.throwIfAborted();
  }
  // A decoder that gives fewer pictures than the index promises is a matter for the exact frames.
  const last = pictures.length - 1;
  const steps = Array.from({ length: video.frameCount }, (_, step) => Math.min(frameOnScreen(video, step), last));
  return scrubFile(pictures, steps);
}
