/** Taking edits back and doing them again, with what is said about it. */
import { actions } from '#editor/actions.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

/** Takes the latest edit of the project back. */
export async function undoLatest(projectId: string): Promise<void> {
  try {
    const label = await actions.undo(projectId);
    if (label === null) return void showToast({ title: 'Nothing to undo' });
    showToast({
      title: 'Undone',
      description: label,
      action: { label: 'Redo', onSelect: () => void redoLatest(projectId) },
    });
  } catch (error) {
    showFailure('The edit was not taken back', error);
  }
}

/** Does the latest edit that was taken back again. */
export async function redoLatest(projectId: string): Promise<void> {
  try {
    const label = await actions.redo(projectId);
    if (label === null) return void showToast({ title: 'Nothing to redo' });
    showToast({
      title: 'Done again',
      description: label,
      action: { label: 'Undo', onSelect: () => void undoLatest(projectId) },
    });
  } catch (error) {
    showFailure('The edit was not done again', error);
  }
}
