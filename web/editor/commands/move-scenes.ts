import { sceneIds } from '#data/document/apply-change.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/** Moves scenes together, in the order that they have. @param place how many of the others come before them */
export function moveScenes(
  project: Project,
  scenes: readonly Scene[],
  moved: readonly string[],
  place: number,
): CommandPlan {
  const before = sceneIds(scenes);
  const isMoved = (id: string): boolean => moved.includes(id);
  const rest = before.filter((id) => !isMoved(id));
  const order = rest.toSpliced(place, 0, ...before.filter(isMoved));
  const isSame = sameValue(before, order);
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.reorderScenes,
    changes: isSame ? [] : [{ kind: 'reorder-scenes', order }],
    inverse: isSame ? null : [{ kind: 'reorder-scenes', order: before }],
  };
}
