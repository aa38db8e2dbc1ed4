import type { SceneGroup } from '#widgets/scene-groups.ts';

/**
 * The scenes that one press of Generate Videos makes. One that may have been charged already is not among them: making it
 * again is asked for on its own card.
 */
export function wantedScenes(groups: readonly SceneGroup[]): SceneGroup[] {
  return groups.filter(({ status, answerLost }) => status === 'pending' || (status === 'failed' && !answerLost));
}
