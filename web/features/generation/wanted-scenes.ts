import type { SceneGroup } from '#widgets/scene-groups.ts';

/**
 * The scenes that Generate Videos generates. It leaves out those that may already have been charged: their cards ask
 * whether to generate them again.
 */
export function wantedScenes(groups: readonly SceneGroup[]): SceneGroup[] {
  return groups.filter(({ status, answerLost }) => status === 'pending' || (status === 'failed' && !answerLost));
}
