import type { Project } from '#shared/entities/project.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/** Deletes a project with all its scenes, after a question. Undo doesn’t cover it. */
export function deleteProject(project: Project): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.deleteProject({ title: project.title }),
    changes: [{ kind: 'delete-project' }],
    inverse: null,
  };
}
