import { sceneIds } from '#data/document/apply-change.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { inFormerOrder, moveScene } from '#shared/rules/scene-order.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/** Moves the scene at one place to another. Places count scenes from 0, without extension segments. */
export function reorderScenes(project: Project, scenes: readonly Scene[], from: number, to: number): CommandPlan {
  return reordered(project, scenes, sceneIds(moveScene(scenes, from, to)), editWords.reorderScenes);
}

/** Restores the order that scenes had, of those that are still there. */
export function restoreOrder(project: Project, scenes: readonly Scene[], former: readonly string[]): CommandPlan {
  return reordered(project, scenes, inFormerOrder(sceneIds(scenes), former), editWords.restoreOrder);
}

function reordered(project: Project, scenes: readonly Scene[], after: string[], label: string): CommandPlan {
  const before = sceneIds(scenes);
  const isSame = sameValue(before, after);
  return {
    userId: project.userId,
    projectId: project.id,
    label,
    changes: isSame ? [] : [{ kind: 'reorder-scenes', order: after }],
    inverse: isSame ? null : [{ kind: 'reorder-scenes', order: before }],
  };
}
