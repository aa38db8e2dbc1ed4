import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { textWords as words } from './words.ts';

/** Deletes a text at once; the toast has Undo. */
export async function deleteText(
  { id, textOverlays }: Pick<Scene, 'id' | 'textOverlays'>,
  index: number,
): Promise<void> {
  const set = async (overlays: Scene['textOverlays']): Promise<boolean> => {
    try {
      await actions.setTextOverlays(id, overlays);
      return true;
    } catch (error) {
      showFailure(words.saveFailed, error);
      return false;
    }
  };
  if (!(await set(textOverlays.toSpliced(index, 1)))) return;
  showToast({
    title: words.deleted,
    action: { label: words.undo, onSelect: () => void set(textOverlays) },
  });
}
