/** Which video model makes a scene's clip: its own, or the project's. One rule for both sides. */
import type { ModelId } from '../catalogue/models.ts';
import type { Scene } from '../entities/scene.ts';

export type ModelOfScene = Pick<Scene, 'id' | 'parentSceneId' | 'model'>;

/** The model of a scene or of an extension, which is made by its scene's. @param rows so that an extension finds its scene */
export function modelOfScene(
  segment: ModelOfScene,
  project: { model: ModelId },
  rows: readonly ModelOfScene[],
): ModelId {
  const scene = segment.parentSceneId === null ? segment : rows.find(({ id }) => id === segment.parentSceneId);
  return scene?.model ?? project.model;
}
