/** Undo and redo, with their toasts. */
import { actions } from '#editor/actions.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { undoWords as words } from './words.ts';

/** Undoes the latest edit of the project. */
export async function undoLatest(projectId: string): Promise<void> {
  try {
    const label = await actions.undo(projectId);
    if (label === null) return void showToast({ title: words.nothingToUndo });
    showToast({
      title: words.undone,
      description: label,
      action: { label: words.redo, onSelect: () => void redoLatest(projectId) },
    });
  } catch (error) {
    showFailure(words.undoFailed, error);
  }
}

/** Redoes the edit that was undone last. */
export async function redoLatest(projectId: string): Promise<void> {
  try {
    const label = await actions.redo(projectId);
    if (label === null) return void showToast({ title: words.nothingToRedo });
    showToast({
      title: words.redone,
      description: label,
      action: { label: words.undo, onSelect: () => void undoLatest(projectId) },
    });
  } catch (error) {
    showFailure(words.redoFailed, error);
  }
}
