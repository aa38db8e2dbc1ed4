/** Writes a new project into this device's database and says so. */
import { actions } from '#editor/actions.ts';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import { showToast } from '#ui/toasts.ts';

/** Answers the project's id. @throws AppError */
export async function createProject(fields: CreateProjectRequest): Promise<string> {
  const id = await actions.createProject(fields);
  showToast({ title: 'Project created', description: 'Generating AI scene breakdown...' });
  return id;
}
