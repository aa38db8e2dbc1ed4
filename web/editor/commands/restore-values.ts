import type { PatchProjectRequest } from '#shared/api/projects.ts';
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { CommandPlan } from '../plan.ts';
import { patchScene } from './edit-scene.ts';
import { changedFields } from './changed-fields.ts';
import { setIndexable, setVisibility } from './set-visibility.ts';
import { editWords, fieldWords } from '../words.ts';

/** Restores earlier values of a scene. An edit like any other. */
export function restoreSceneValues(project: Project, scene: Scene, patch: PatchSceneRequest): CommandPlan {
  return patchScene(
    project,
    scene,
    editWords.restoreSceneFields({ fields: namesOf(patch), number: scene.sceneNumber }),
    patch,
  );
}

/** Restores earlier values of a project. Undo doesn’t cover its visibility, here as elsewhere. */
export function restoreProjectValues(project: Project, patch: PatchProjectRequest): CommandPlan {
  if (patch.isPublic !== undefined) return setVisibility(project, patch.isPublic);
  if (patch.isIndexable !== undefined) return setIndexable(project, patch.isIndexable);
  const plan = {
    userId: project.userId,
    projectId: project.id,
    label: editWords.restoreProjectFields({ fields: namesOf(patch) }),
  };
  const changed = changedFields<PatchProjectRequest>(project, patch);
  if (!changed) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-project', patch: changed.patch }],
    inverse: [{ kind: 'patch-project', patch: changed.former }],
  };
}

function namesOf(patch: object): ReadonlySet<string> {
  const names = Object.entries(fieldWords).flatMap(([field, name]) => (field in patch ? [name] : []));
  return new Set(names);
}
