/** What can be chosen of a scene's clip until it is generated: its length and its model. */
import { modelRow, type ModelId } from '#shared/catalogue/models.ts';
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { liveJobsOfProject } from '#edge-api/repos/jobs.ts';
import { knownVerdict, type ReachDeps } from './models.ts';
import { ownProject } from './project-view.ts';
import { sceneWords } from './words.ts';

export type ChoosingDeps = ReachDeps & { readApiKey(userId: string): Promise<string | null> };

/**
 * Lets a patch change the length and the model before there is a clip, or one on its way: to a model that the person's
 * key can use, as far as that is known, and a length that this model can generate.
 * @throws AppError `invalid_input`, `model_unreachable`
 */
export async function requireChoosable(
  deps: ChoosingDeps,
  userId: string,
  scene: Scene,
  { duration = scene.duration, model = scene.model }: Pick<PatchSceneRequest, 'duration' | 'model'>,
): Promise<void> {
  if (duration === scene.duration && model === scene.model) return;
  const { record, scenes } = await ownProject(deps, userId, scene.projectId);
  if (scene.isExtension || extensionsOf(scene.id, scenes).length > 0)
    throw new AppError('invalid_input', sceneWords.choicesOfParts);
  const live = await liveJobsOfProject(deps.db, scene.projectId);
  if (scene.sha256 !== null || live.some(({ sceneId }) => sceneId === scene.id))
    throw new AppError('invalid_input', sceneWords.choicesOfClip);
  requireLength(model ?? record.model, duration);
  if (model !== null && model !== scene.model) await requireReachable(deps, userId, model);
}

/** @throws AppError `invalid_input` */
export function requireLength(id: ModelId, seconds: number): void {
  const { label, durations } = modelRow(id);
  if (!durations.includes(seconds))
    throw new AppError('invalid_input', sceneWords.lengths({ model: label, seconds: durations }));
}

/** Asks nobody: what is not known yet is found out when the scene is generated. @throws AppError `model_unreachable` */
async function requireReachable(deps: ChoosingDeps, userId: string, model: ModelId): Promise<void> {
  const apiKey = await deps.readApiKey(userId);
  const verdict = apiKey === null ? null : await knownVerdict(deps, userId, apiKey, model);
  if (verdict?.reachable === false) throw new AppError('model_unreachable', verdict.sentence);
}
