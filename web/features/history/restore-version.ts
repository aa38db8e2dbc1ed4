/** Keeps and restores versions, and says how that went. */
import type { VersionRow } from '#data/tables/rows.ts';
import { actions } from '#editor/actions.ts';
import { versionActions } from '#editor/version-actions.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { versionName, versionWords as words } from './version-words.ts';

/** An edit like any other, which Undo takes back. Whether it worked. */
export async function restoreVersion(version: VersionRow): Promise<boolean> {
  let lost: number[] = [];
  try {
    const undo = await actions.undoable(version.projectId, async () => {
      lost = await versionActions.restoreVersion(version.id, versionName(version));
    });
    showEdited({ title: words.restored, ...(lost.length > 0 && { description: words.lost({ lost }) }) }, undo);
    return true;
  } catch (error) {
    showFailure(words.restoreFailed, error);
    return false;
  }
}

/** Whether it worked. */
export async function saveVersion(projectId: string, name: string): Promise<boolean> {
  try {
    await versionActions.nameVersion(projectId, name);
    showToast({ title: words.saved });
    return true;
  } catch (error) {
    showFailure(words.saveFailed, error);
    return false;
  }
}
