/** Saves a new project on this device and says so. */
import { actions } from '#editor/actions.ts';
import type { CreateProjectRequest } from '#shared/api/projects.ts';
import { showToast } from '#ui/toasts.ts';
import { createProjectWords } from './words.ts';

/** Returns the project's id. @throws AppError */
export async function createProject(fields: CreateProjectRequest): Promise<string> {
  const id = await actions.createProject(fields);
  showToast(createProjectWords.created);
  return id;
}
