import type { Tombstone } from '#data/document/document.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/**
 * Restores a deleted scene to its place.
 * @param now milliseconds since the epoch
 */
export function restoreScene(project: Project, tombstone: Tombstone, now: number): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.restoreScene,
    changes: [{ kind: 'restore-scene', sceneId: tombstone.sceneId }],
    inverse: [{ kind: 'delete-scene', sceneId: tombstone.sceneId, at: now }],
  };
}
