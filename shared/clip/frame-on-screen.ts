/** Clips whose frames stand at uneven times, brought to their mean rate. */
import { clipFrameAt, type PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, type Fps } from '#shared/movie/time.ts';
import type { ClipFacts, VideoFacts } from '#shared/clip/clip-facts.ts';

/**
 * The number of the frame that is on screen in the middle of a step of the clip's rate, counted from 0. Where the rate is
 * constant, frame n stands in step n; else the picture would run away from its sound.
 */
export function frameOnScreen({ frameTimesUs, fps }: Pick<VideoFacts, 'frameTimesUs' | 'fps'>, step: number): number {
  const middleUs = (frameTimesUs[0] ?? 0) + (frameTimeUs(step, fps) + frameTimeUs(step + 1, fps)) / 2;
  let [low, high] = [0, frameTimesUs.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((frameTimesUs[middle] ?? 0) <= middleUs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** What a decoder goes through, in frames of the clip: the first that is wanted, and the key frame that decoding begins with. */
export type DecodingLead = { keyFrame: number; firstFrame: number };

/** @param movieFrame one that the scene shows */
export function decodingLead(scene: PlanScene, { video }: ClipFacts, movieFrame: number, movieFps: Fps): DecodingLead {
  const firstFrame = frameOnScreen(video, clipFrameAt(scene, movieFrame - scene.startFrame, movieFps));
  return { firstFrame, keyFrame: video.keyFrames.findLast((frame) => frame <= firstFrame) ?? 0 };
}
