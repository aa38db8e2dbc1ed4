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

/**
 * Restores scenes that were deleted, here or on another device, in this order. What this device knows nothing of comes with
 * the server's reply.
 * @param now milliseconds since the epoch
 */
export function restoreScenes(project: Project, deleted: readonly string[], now: number): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: deleted.length === 1 ? editWords.restoreScene : editWords.restoreScenes({ count: deleted.length }),
    changes: deleted.map((sceneId) => ({ kind: 'restore-scene', sceneId })),
    inverse: deleted.toReversed().map((sceneId) => ({ kind: 'delete-scene', sceneId, at: now })),
  };
}
