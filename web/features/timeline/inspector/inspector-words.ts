/** What the inspector says about the movie, a scene, and its texts. Pure. */
import { inPointUs, outPointUs } from '#player/playhead.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { planDurationUs, type MoviePlan, type PlanScene } from '#shared/movie/movie-plan.ts';
import { frameTimeUs, secondsFromUs } from '#shared/movie/time.ts';
import { formatDuration } from '#shared/words/format.ts';
import { sceneWords as words } from '../words.ts';

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

type Fact = { name: string; value: string };

/** What the inspector tells of the whole movie. @param sceneCount those without a clip, too */
export function movieFacts(plan: MoviePlan, sceneCount: number): Fact[] {
  const { facts } = words;
  const withoutClip = sceneCount - plan.scenes.length;
  const texts = plan.scenes.reduce((sum, { overlays }) => sum + overlays.length, 0);
  const joins = plan.scenes.slice(0, -1);
  const others = joins.filter(({ transition }) => transition !== null).length;
  return [
    { name: facts.length, value: formatDuration(secondsFromUs(planDurationUs(plan))) },
    { name: facts.scenes, value: `${sceneCount}` },
    ...(withoutClip > 0 ? [{ name: facts.withoutClip, value: `${withoutClip}` }] : []),
    { name: facts.texts, value: `${texts}` },
    ...(joins.length > 0 ? [{ name: facts.joins, value: words.joins({ cuts: joins.length - others, others }) }] : []),
  ];
}
