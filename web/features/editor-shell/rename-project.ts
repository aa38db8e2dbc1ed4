import { actions } from '#editor/actions.ts';
import { showFailure } from '#ui/toasts.ts';

/** Gives a project another title. The header shows it, so only a failure is told. */
export async function renameProject(projectId: string, title: string): Promise<void> {
  try {
    await actions.editProject(projectId, { title });
  } catch (error) {
    showFailure('Error updating project', error);
  }
}
