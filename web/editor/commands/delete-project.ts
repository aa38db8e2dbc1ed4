import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';

/** Deletes a project with all its scenes. It asks before, and is not undone. */
export function deleteProject(project: Project): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: `Delete "${project.title}"`,
    changes: [{ kind: 'delete-project' }],
    inverse: null,
  };
}
