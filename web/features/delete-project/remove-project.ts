/** Deletes a project on this device and then on the server, with its exports in this browser. */
import { actions } from '#editor/actions.ts';
import { dismissExportsOf } from '#editor/page-exports.ts';
import type { Project } from '#shared/entities/project.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { deleteProjectWords as words } from './words.ts';

/** A toast says how it went. */
export async function removeProject(project: Project): Promise<void> {
  try {
    await actions.deleteProject(project.id);
    await dismissExportsOf(project.id);
    showToast({ title: words.deleted, description: project.title });
  } catch (error) {
    showFailure(words.failed, error);
  }
}
