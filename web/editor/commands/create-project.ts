import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';

/**
 * A new project. Undo doesn’t cover it; deleting the project does, after a question.
 * @param now milliseconds since the epoch
 * @param id a fresh UUIDv7
 */
export function createProject(
  { userId, fields }: { userId: string; fields: CreateProjectRequest },
  now: number,
  id: string,
): CommandPlan {
  return {
    userId,
    projectId: id,
    label: editWords.createProject({ title: fields.title }),
    changes: [{ kind: 'create-project', userId, body: { ...fields, id }, at: now }],
    inverse: null,
  };
}
