import { sceneIds } from '#data/document/apply-change.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { moveScene } from '#shared/rules/scene-order.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/** Moves the scene at one place to another. Places count scenes from 0, without extension segments. */
export function reorderScenes(project: Project, scenes: readonly Scene[], from: number, to: number): CommandPlan {
  const before = sceneIds(scenes);
  const after = sceneIds(moveScene(scenes, from, to));
  const isSame = sameValue(before, after);
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.reorderScenes,
    changes: isSame ? [] : [{ kind: 'reorder-scenes', order: after }],
    inverse: isSame ? null : [{ kind: 'reorder-scenes', order: before }],
  };
}
