import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/**
 * Deletes a scene with its extension segments. It can be restored for 30 days.
 * @param now milliseconds since the epoch
 */
export function deleteScene(project: Project, scene: Scene, now: number): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.deleteScene({ number: scene.sceneNumber }),
    changes: [{ kind: 'delete-scene', sceneId: scene.id, at: now }],
    inverse: [{ kind: 'restore-scene', sceneId: scene.id }],
  };
}
