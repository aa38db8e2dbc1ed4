import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';

/** Who may see a project. Not part of undo: nobody should publish by pressing it once too often. */
export function setVisibility(project: Project, isPublic: boolean): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: isPublic ? 'Make public' : 'Make private',
    changes: project.isPublic === isPublic ? [] : [{ kind: 'patch-project', patch: { isPublic } }],
    inverse: null,
  };
}
