import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure } from '#ui/toasts.ts';
import { textWords as words } from '../words.ts';

/** Deletes a text at once; the toast has Undo. */
export async function deleteText({ id, projectId }: Pick<Scene, 'id' | 'projectId'>, text: TextOverlay): Promise<void> {
  try {
    const undo = await actions.undoable(projectId, () => actions.removeText(id, text));
    showEdited({ title: words.deleted }, undo);
  } catch (error) {
    showFailure(words.saveFailed, error);
  }
}
