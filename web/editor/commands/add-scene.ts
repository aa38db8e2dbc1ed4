import type { CreateSceneRequest } from '#shared/api/scenes.ts';
import type { OwnClip } from '#shared/entities/own-file.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/**
 * Appends a scene of the person’s own.
 * @param clip the own file that it plays
 * @param now milliseconds since the epoch
 * @param id a fresh UUIDv7
 */
export function addScene(
  project: Project,
  fields: CreateSceneRequest,
  { now, id, clip }: { now: number; id: string; clip?: OwnClip },
): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.addScene,
    changes: [{ kind: 'add-scene', body: { ...fields, id }, at: now, ...(clip && { clip }) }],
    inverse: [{ kind: 'delete-scene', sceneId: id, at: now }],
  };
}
