import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/** Who may see a project. Undo doesn’t cover it: nobody should publish by pressing Undo once too often. */
export function setVisibility(project: Project, isPublic: boolean): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: isPublic ? editWords.makePublic : editWords.makePrivate,
    changes: project.isPublic === isPublic ? [] : [{ kind: 'patch-project', patch: { isPublic } }],
    inverse: null,
  };
}
