/** What an export keeps from the moment it was asked for: its plan and its target. Later edits don't change it. */
import { z } from 'zod';
import { drawnTextSchema } from '#shared/api/export.ts';
import { exportTargetSchema } from '#shared/export-plan/export-target.ts';
import { moviePlanSchema } from '#shared/movie/plan-schema.ts';

export const frozenMovieSchema = z.object({
  plan: moviePlanSchema,
  target: exportTargetSchema,
  drawnTexts: z.array(drawnTextSchema.omit({ shows: true })),
  leavesOutSound: z.boolean(),
});
export type FrozenMovie = z.infer<typeof frozenMovieSchema>;

/** All files that writing it reads, each once. */
export function filesOf({ plan, drawnTexts }: FrozenMovie): string[] {
  const hashes = [
    ...plan.scenes.map(({ clip }) => clip.sha256),
    ...plan.audio.map(({ mediaId }) => mediaId),
    ...drawnTexts.map(({ sha256 }) => sha256),
  ];
  return Array.from(new Set(hashes));
}
