/** One stretch of generating, from the first clip that is asked for to the last that has ended. Pure. */
import { z } from 'zod';
import { isQueued } from '#shared/rules/is-queued.ts';
import type { SceneGroup } from '#widgets/scene-groups.ts';

/** Times are milliseconds since the epoch on this device. */
export const generationRunSchema = z.object({
  startedAtMs: z.number(),
  /** Null while something is being made. */
  endedAtMs: z.number().nullable(),
  /** When each scene of the run was first seen at work and not waiting for its turn, by its id. */
  sceneStartsMs: z.record(z.string(), z.number()),
});
export type GenerationRun = z.infer<typeof generationRunSchema>;

/** The run after the scenes were looked at; null where none was ever seen. What is queued is part of it, and has no start. */
export function observeRun(
  run: GenerationRun | null,
  groups: readonly Pick<SceneGroup, 'scene' | 'extensions' | 'status'>[],
  nowMs: number,
): GenerationRun | null {
  const atWork = groups.filter(({ status }) => status === 'generating');
  const isOver = run === null || run.endedAtMs !== null;
  if (atWork.length === 0) return isOver ? run : { ...run, endedAtMs: nowMs };
  const before = isOver ? {} : run.sceneStartsMs;
  const starts = atWork
    .filter(({ scene, extensions }) => !isQueued([scene, ...extensions]))
    .map((group): [string, number] => [group.scene.id, before[group.scene.id] ?? firstSign(group, nowMs)]);
  const startedAtMs = isOver ? Math.min(...atWork.map((group) => firstSign(group, nowMs))) : run.startedAtMs;
  return { startedAtMs, endedAtMs: null, sceneStartsMs: { ...before, ...Object.fromEntries(starts) } };
}

/** A run that began elsewhere has been going on at least since its row was last written. */
function firstSign({ scene, extensions }: Pick<SceneGroup, 'scene' | 'extensions'>, nowMs: number): number {
  const written = [scene, ...extensions].filter(({ status }) => status === 'generating').map((row) => row.updatedAt);
  return Math.min(nowMs, ...written);
}
