import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { CommandPlan } from '../plan.ts';
import { changedFields } from './changed-fields.ts';
import { editWords } from '../words.ts';

/** Seconds of the clip; null for the clip's own start or end. */
export type Trim = { trimStart: number | null; trimEnd: number | null };

/**
 * The in and out points of a scene. Both are sent even if only one has moved, because they are valid only as a pair.
 * @throws RangeError when the in point is not before the out point, or the row is an extension segment
 */
export function trimScene(project: Project, scene: Scene, trim: Trim): CommandPlan {
  if (scene.isExtension) throw new RangeError('Trims belong to the scene, not to its extension segments.');
  if (trim.trimStart !== null && trim.trimEnd !== null && trim.trimStart >= trim.trimEnd)
    throw new RangeError('Start point must be before end point');
  const plan = {
    userId: project.userId,
    projectId: project.id,
    label: editWords.trimScene({ number: scene.sceneNumber }),
  };
  const { trimStart, trimEnd } = scene;
  if (!changedFields<Trim>({ trimStart, trimEnd }, trim)) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-scene', sceneId: scene.id, patch: { trimStart: trim.trimStart, trimEnd: trim.trimEnd } }],
    inverse: [{ kind: 'patch-scene', sceneId: scene.id, patch: { trimStart, trimEnd } }],
  };
}
