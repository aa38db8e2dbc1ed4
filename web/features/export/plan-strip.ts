/** Where in the strip of scenes pictures are copied and where they are encoded. Pure. */
import type { PlanSummary } from '#media/worker/client.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';

/** A run of frames of one kind; `unknown` until the plan is told. */
export type StripPart = { kind: 'copy' | 'encode' | 'unknown'; startFrame: number; frameCount: number };

/**
 * The parts of one scene, from where it starts to where the next one does: what two scenes share stands with the later
 * one.
 */
export function stripParts(plan: MoviePlan, sceneIndex: number, summary: PlanSummary | null): StripPart[] {
  const start = plan.scenes[sceneIndex]?.startFrame ?? 0;
  const end = plan.scenes[sceneIndex + 1]?.startFrame ?? plan.frameCount;
  if (summary === null) return [{ kind: 'unknown', startFrame: start, frameCount: end - start }];
  return summary.stretches.flatMap(({ kind, startFrame, frameCount }): StripPart[] => {
    const from = Math.max(start, startFrame);
    const to = Math.min(end, startFrame + frameCount);
    return to > from ? [{ kind, startFrame: from, frameCount: to - from }] : [];
  });
}
