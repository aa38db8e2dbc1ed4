/** Clips whose frames stand at uneven times, brought to their mean rate. */
import { frameTimeUs } from '#shared/movie/time.ts';
import type { VideoFacts } from '../probe/clip-facts.ts';

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
