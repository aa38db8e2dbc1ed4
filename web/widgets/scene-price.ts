/** What generating a scene costs. Apart from the groups: the editor’s frame does without it. */
import type { ModelId } from '#shared/catalogue/models.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { estimateCost, estimateForExtension } from '#shared/rules/cost.ts';
import { asGenerated } from '#shared/rules/reserved-cost.ts';
import { lacksExtension, type SceneGroup } from './scene-groups.ts';

/**
 * The estimate for what a scene lacks, in USD, with the length that is asked for when it is generated: where it has a clip
 * that goes on, only what is added.
 * @param rows every row of the project
 */
export function estimateFor(group: SceneGroup, project: { model: ModelId }, rows: readonly Scene[]): number {
  const { scene } = group;
  if (!lacksExtension(group)) return estimateCost([asGenerated(scene, project, rows)]).estimatedCost;
  const missing = rowsToGenerate(group).reduce((sum, { duration }) => sum + duration, 0);
  return estimateForExtension({ from: scene.duration - missing, to: scene.duration });
}

/** The rows that are generated: of a scene whose clip goes on, only what continues it. */
export function rowsToGenerate(group: Pick<SceneGroup, 'scene' | 'extensions' | 'status'>): Scene[] {
  const { scene, extensions } = group;
  if (!lacksExtension(group)) return [scene, ...extensions];
  return extensions.slice(extensions.findIndex(({ status }) => status !== 'complete'));
}
