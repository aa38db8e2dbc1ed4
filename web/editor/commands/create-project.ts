import type { CreateProjectRequest } from '#shared/api/projects.ts';
import type { CommandPlan } from '../plan.ts';

/**
 * A new project. It is not undone: a project is deleted instead, which asks.
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
    label: `Create "${fields.title}"`,
    changes: [{ kind: 'create-project', userId, body: { ...fields, id }, at: now }],
    inverse: null,
  };
}
