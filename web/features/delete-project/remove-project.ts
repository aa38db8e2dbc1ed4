/** Deletes a project here and then on the server, with the exports of it that lie in this browser. */
import { actions } from '#editor/actions.ts';
import { dismissExportsOf } from '#editor/page-exports.ts';
import type { Project } from '#shared/entities/project.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

/** How it went is told. */
export async function removeProject(project: Project): Promise<void> {
  try {
    await actions.deleteProject(project.id);
    await dismissExportsOf(project.id);
    showToast({ title: 'Project deleted', description: project.title });
  } catch (error) {
    showFailure('Error deleting project', error);
  }
}
