/** Which time clock and ruler count: the movie's, or that of the clip which is being trimmed. */
import { trimModeDraft } from '#editor/timeline-mode.ts';
import { placeAt } from '#player/playhead.ts';
import { planDurationUs, type MoviePlan } from '#shared/movie/movie-plan.ts';
import { frameTimeUs } from '#shared/movie/time.ts';
import { useEditableScope } from '../timeline-scope.ts';
import { timecode } from './timecode.ts';

/** The scene that is trimmed in trim mode; null without one. */
export function useTrimmedId(): string | null {
  const scope = useEditableScope();
  return (scope && trimModeDraft(scope.mode)?.sceneId) ?? null;
}

/** The time at the playhead, and of how much. While it is on another scene than the trimmed one, the movie's. */
export function clockAt(plan: MoviePlan, timeUs: number, trimmedId: string | null): { now: string; whole: string } {
  const place = placeAt(plan, timeUs);
  if (place === null || place.scene.sceneId !== trimmedId)
    return { now: timecode(timeUs, plan.fps), whole: timecode(planDurationUs(plan), plan.fps) };
  const { fps, frameCount } = place.scene.clip;
  return { now: timecode(frameTimeUs(place.clipFrame, fps), fps), whole: timecode(frameTimeUs(frameCount, fps), fps) };
}
