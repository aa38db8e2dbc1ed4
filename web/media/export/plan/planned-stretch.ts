/** A stretch in words that a person can read, for the plan before an export and the receipt behind it. */
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import type { PlannedStretch } from '#media/worker/protocol.ts';
import type { VideoStretch } from './plan-types.ts';

export function plannedStretch({ scenes }: MoviePlan, stretch: VideoStretch): PlannedStretch {
  const { kind, scene, startFrame, frameCount, reasons } = stretch;
  const next = kind === 'encode' && stretch.isCrossfade ? scenes[scene + 1] : undefined;
  return {
    sceneNumber: scenes[scene]?.sceneNumber ?? 0,
    ...(next === undefined ? {} : { nextSceneNumber: next.sceneNumber }),
    kind,
    startFrame,
    frameCount,
    reasons: [...reasons],
  };
}
