import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { CommandPlan } from '../plan.ts';
import { changedFields } from './changed-fields.ts';
import { withoutClosedChoices } from '../open-clip.ts';
import { editWords } from '../words.ts';

export type SceneWords = Pick<
  PatchSceneRequest,
  | 'title'
  | 'description'
  | 'negativePrompt'
  | 'resolution'
  | 'duration'
  | 'model'
  | 'metadata'
  | 'referencePictures'
  | 'continueFromPrevious'
  | 'continueIntoNext'
>;

/** Edits what a scene is generated from. Texts are trimmed as the server does; an empty negative prompt becomes null. */
export function editScene(project: Project, scene: Scene, words: SceneWords): CommandPlan {
  const patch: SceneWords = { ...words };
  if (patch.title !== undefined) patch.title = patch.title.trim();
  if (patch.description !== undefined) patch.description = patch.description.trim();
  if (patch.negativePrompt !== undefined) patch.negativePrompt = patch.negativePrompt?.trim() || null;
  return patchScene(project, scene, editWords.editScene({ number: scene.sceneNumber }), patch);
}

/** A plan that changes fields of one scene, and only those that differ. */
export function patchScene(project: Project, scene: Scene, label: string, patch: PatchSceneRequest): CommandPlan {
  const plan = { userId: project.userId, projectId: project.id, label };
  const changed = changedFields<PatchSceneRequest>(scene, withoutClosedChoices(scene, patch));
  if (!changed) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-scene', sceneId: scene.id, patch: changed.patch }],
    inverse: [{ kind: 'patch-scene', sceneId: scene.id, patch: changed.former }],
  };
}
