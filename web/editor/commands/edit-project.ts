import type { PatchProjectRequest } from '#shared/api/projects.ts';
import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { changedFields } from './changed-fields.ts';
import { editWords } from '../words.ts';

/** Edits the title, description, or model of a project. */
export function editProject(
  project: Project,
  patch: Pick<PatchProjectRequest, 'title' | 'description' | 'model'>,
): CommandPlan {
  return patchProject(project, editWords.editProject, patch);
}

/** A plan that changes fields of a project, and only those that differ. */
export function patchProject(project: Project, label: string, patch: PatchProjectRequest): CommandPlan {
  const plan = { userId: project.userId, projectId: project.id, label };
  const changed = changedFields<PatchProjectRequest>(project, patch);
  if (!changed) return { ...plan, changes: [], inverse: null };
  return {
    ...plan,
    changes: [{ kind: 'patch-project', patch: changed.patch }],
    inverse: [{ kind: 'patch-project', patch: changed.former }],
  };
}
