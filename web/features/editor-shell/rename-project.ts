import { actions } from '#editor/actions.ts';
import { showFailure } from '#ui/toasts.ts';
import { titleWords } from './words.ts';

/** Renames a project. The header shows the new title, so only a failure gets a toast. */
export async function renameProject(projectId: string, title: string): Promise<void> {
  try {
    await actions.editProject(projectId, { title });
  } catch (error) {
    showFailure(titleWords.failed, error);
  }
}
