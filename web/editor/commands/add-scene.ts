import type { CreateSceneRequest } from '#shared/api/scenes.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/**
 * Appends a scene of the person’s own.
 * @param now milliseconds since the epoch
 * @param id a fresh UUIDv7
 */
export function addScene(project: Project, fields: CreateSceneRequest, now: number, id: string): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.addScene,
    changes: [{ kind: 'add-scene', body: { ...fields, id }, at: now }],
    inverse: [{ kind: 'delete-scene', sceneId: id, at: now }],
  };
}
