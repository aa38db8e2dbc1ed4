import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { earlierHalf, splitProblem } from '#shared/rules/split-scene.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';
import { changedFields } from './changed-fields.ts';

/**
 * Cuts a scene in two that play parts of one clip.
 * @param split where, in seconds of the clip, and a fresh UUIDv7 for the scene that plays what comes after
 * @param now milliseconds since the epoch
 * @throws AppError `invalid_input` where it can't be split
 */
export function splitScene(
  project: Project,
  scenes: readonly Scene[],
  scene: Scene,
  { atSeconds, newSceneId }: { atSeconds: number; newSceneId: string },
  now: number,
): CommandPlan {
  const problem = splitProblem(scene, scenes, atSeconds);
  if (problem !== null) throw new AppError('invalid_input', problem);
  const sceneId = scene.id;
  const changed = changedFields(scene, earlierHalf(scene, atSeconds));
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.splitScene({ number: scene.sceneNumber }),
    changes: [{ kind: 'split-scene', sceneId, atSeconds, newSceneId, at: now }],
    inverse: [
      { kind: 'delete-scene', sceneId: newSceneId, at: now },
      ...(changed ? [{ kind: 'patch-scene' as const, sceneId, patch: changed.former }] : []),
    ],
  };
}
