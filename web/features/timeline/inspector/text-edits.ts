import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { textWords as words } from '../words.ts';

/** Deletes a text at once; the toast has Undo. @param index of the text in the row as it is drawn */
export async function deleteText(
  { id, textOverlays }: Pick<Scene, 'id' | 'textOverlays'>,
  index: number,
): Promise<void> {
  const save = async (edit: () => Promise<void>): Promise<boolean> => {
    try {
      await edit();
      return true;
    } catch (error) {
      showFailure(words.saveFailed, error);
      return false;
    }
  };
  const text = textOverlays[index];
  if (!text || !(await save(() => actions.removeText(id, text)))) return;
  showToast({
    title: words.deleted,
    action: { label: words.undo, onSelect: () => void save(() => actions.setTextOverlays(id, textOverlays)) },
  });
}
