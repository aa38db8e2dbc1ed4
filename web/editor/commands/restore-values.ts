import type { PatchProjectRequest } from '#shared/api/projects.ts';
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import type { HistoryField } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { CommandPlan } from '../plan.ts';
import { patchScene } from './edit-scene.ts';
import { changedFields } from './former-values.ts';
import { setVisibility } from './set-visibility.ts';

/** What each field is called in a sentence. */
export const fieldNames: Record<HistoryField, string> = {
  title: 'title',
  description: 'description',
  isPublic: 'visibility',
  model: 'video model',
  negativePrompt: 'negative prompt',
  resolution: 'resolution',
  trimStart: 'trim',
  trimEnd: 'trim',
  textOverlays: 'text on the picture',
  metadata: 'camera and mood',
  continueFromPrevious: 'first frame',
  continueIntoNext: 'last frame',
};

/** Brings earlier values of a scene back. An edit like any other. */
export function restoreSceneValues(project: Project, scene: Scene, patch: PatchSceneRequest): CommandPlan {
  return patchScene(project, scene, `Restore ${namesOf(patch)} of scene ${scene.sceneNumber}`, patch);
}

/** Brings earlier values of a project back. Who may see it is no step of undo, here as elsewhere. */
export function restoreProjectValues(project: Project, patch: PatchProjectRequest): CommandPlan {
  if (patch.isPublic !== undefined) return setVisibility(project, patch.isPublic);
  const plan = { userId: project.userId, projectId: project.id, label: `Restore movie ${namesOf(patch)}` };
  const changed = changedFields<PatchProjectRequest>(project, patch);
  if (!changed) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-project', patch: changed.patch }],
    inverse: [{ kind: 'patch-project', patch: changed.former }],
  };
}

function namesOf(patch: object): string {
  const names = Object.entries(fieldNames).flatMap(([field, name]) => (field in patch ? [name] : []));
  return [...new Set(names)].join(', ');
}
