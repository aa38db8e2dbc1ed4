import type { BuriedScene } from '#data/document/document.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';

/**
 * Puts a deleted scene back where it stood.
 * @param now milliseconds since the epoch
 */
export function restoreScene(project: Project, buried: BuriedScene, now: number): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: 'Restore scene',
    changes: [{ kind: 'restore-scene', sceneId: buried.sceneId }],
    inverse: [{ kind: 'delete-scene', sceneId: buried.sceneId, at: now }],
  };
}
