/** A stretch in words that a person can read, for the plan before an export and the receipt behind it. */
import { z } from 'zod';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { videoReasons } from './reasons.ts';
import type { VideoStretch } from './plan-types.ts';

/** One stretch of the movie, in words that a person can read. */
export const plannedStretchSchema = z.object({
  sceneNumber: z.number().int(),
  /** Of a crossfade alone: the scene that comes. */
  nextSceneNumber: z.number().int().optional(),
  kind: z.enum(['copy', 'encode']),
  startFrame: z.number().int(),
  frameCount: z.number().int(),
  reasons: z.array(z.enum(videoReasons)),
});
export type PlannedStretch = z.infer<typeof plannedStretchSchema>;

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
