/** What the inspector says about a scene and its texts. Pure. */
import { inPointUs, outPointUs } from '#player/playhead.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, secondsFromUs } from '#shared/movie/time.ts';

/** "No trim · 8.0 s", or "Trimmed to 1.5–6.5 s of 8.0 s". */
export function trimSummary(scene: PlanScene): string {
  const { clip, inFrame, outFrame } = scene;
  const whole = secondsFromUs(frameTimeUs(clip.frameCount, clip.fps)).toFixed(1);
  if (inFrame === 0 && outFrame === clip.frameCount) return `No trim · ${whole} s`;
  const [start, end] = [inPointUs(scene), outPointUs(scene)].map((us) => secondsFromUs(us).toFixed(1));
  return `Trimmed to ${start}–${end} s of ${whole} s`;
}

/** "1.5 to 6.5 s" */
export function overlayTimes({ startTime, endTime }: TextOverlay): string {
  return `${startTime.toFixed(1)} to ${endTime.toFixed(1)} s`;
}

/** Whether the trim hides the whole text. */
export function isHiddenByTrim({ startTime, endTime }: TextOverlay, scene: PlanScene): boolean {
  return startTime >= secondsFromUs(outPointUs(scene)) || endTime <= secondsFromUs(inPointUs(scene));
}
