import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { textWords as words } from '../words.ts';

/** Deletes a text at once; the toast has Undo. */
export async function deleteText({ id, projectId }: Pick<Scene, 'id' | 'projectId'>, text: TextOverlay): Promise<void> {
  const save = async (edit: () => Promise<unknown>): Promise<boolean> => {
    try {
      await edit();
      return true;
    } catch (error) {
      showFailure(words.saveFailed, error);
      return false;
    }
  };
  if (!(await save(() => actions.removeText(id, text)))) return;
  showToast({
    title: words.deleted,
    action: { label: words.undo, onSelect: () => void save(() => actions.undo(projectId)) },
  });
}
