import { useReach, useStoredClips } from '#data/live.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { useOnline } from '#ui/online.ts';

const none: ReadonlySet<string> = new Set();

/** The ids of scenes whose clip can't be played now: it is not on this device, and the server is out of reach. */
export function useAwayClips(plan: MoviePlan): ReadonlySet<string> {
  const isOnline = useOnline();
  const reach = useReach();
  const stored = useStoredClips(plan.scenes.map((scene) => scene.clip.sha256));
  if (stored === undefined || (isOnline && reach !== 'offline')) return none;
  return new Set(plan.scenes.filter((scene) => !stored.has(scene.clip.sha256)).map((scene) => scene.sceneId));
}
