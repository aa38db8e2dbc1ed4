/** Edits of the timeline: each is shown at once, committed, and told by a notice. They resolve to whether it went well. */
import { actions } from '#editor/actions.ts';
import { draftScene, releaseDraft } from '#editor/session-store.ts';
import type { SceneRow } from '#data/tables/rows.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { showFailure, showToast } from '#ui/toasts.ts';

type Trim = { trimStart: number | null; trimEnd: number | null };

export async function applyTrim(row: SceneRow, trim: Trim): Promise<boolean> {
  try {
    draftScene(row, trim);
    await releaseDraft(row, () => actions.trimScene(row.id, trim));
    showToast({ title: 'Trim applied' });
    return true;
  } catch (error) {
    showFailure('Failed to apply trim', error);
    return false;
  }
}

/** @param notice what is said when it is saved */
export async function saveOverlays(row: SceneRow, overlays: readonly TextOverlay[], notice: string): Promise<boolean> {
  try {
    await commitOverlays(row, overlays);
    showToast({ title: notice });
    return true;
  } catch (error) {
    showFailure('Failed to save overlay', error);
    return false;
  }
}

/** Deletes at once; the notice takes it back. */
export async function deleteOverlay(row: SceneRow, index: number): Promise<void> {
  const restore = (): void => {
    actions
      .setTextOverlays(row.id, row.textOverlays)
      .catch((error: unknown) => showFailure('Failed to save overlay', error));
  };
  try {
    await commitOverlays(row, row.textOverlays.toSpliced(index, 1));
    showToast({ title: 'Text overlay deleted', action: { label: 'Undo', onSelect: restore } });
  } catch (error) {
    showFailure('Failed to save overlay', error);
  }
}

async function commitOverlays(row: SceneRow, overlays: readonly TextOverlay[]): Promise<void> {
  draftScene(row, { textOverlays: [...overlays] });
  await releaseDraft(row, () => actions.setTextOverlays(row.id, overlays));
}
