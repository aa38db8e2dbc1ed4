import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

/** Deletes a text at once; the notice takes it back. */
export async function deleteText(
  { id, textOverlays }: Pick<Scene, 'id' | 'textOverlays'>,
  index: number,
): Promise<void> {
  const set = async (overlays: Scene['textOverlays']): Promise<boolean> => {
    try {
      await actions.setTextOverlays(id, overlays);
      return true;
    } catch (error) {
      showFailure('Failed to save overlay', error);
      return false;
    }
  };
  if (!(await set(textOverlays.toSpliced(index, 1)))) return;
  showToast({
    title: 'Text overlay deleted',
    action: { label: 'Undo', onSelect: () => void set(textOverlays) },
  });
}
