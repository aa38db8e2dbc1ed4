/** What the person does in the history, and what is said about it. */
import { actions } from '#editor/actions.ts';
import { db } from '#data/db.ts';
import { discardSetAside, keepSetAside } from '#data/tables/set-aside.ts';
import type { QuarantineRow } from '#data/tables/rows.ts';
import type { WrittenCharacter } from '#shared/entities/history.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import type { Restoration } from './history-view.ts';
import { historyWords, scenesAsked, scenesRestored } from './history-words.ts';

/** Brings a replaced value back; that is an edit like any other, which Undo takes back. */
export async function restoreValue(projectId: string, restore: Restoration): Promise<void> {
  const { sceneId, values } = restore;
  const bringBack = async (): Promise<void> => {
    if ('sceneOrder' in values) await actions.restoreOrder(projectId, values.sceneOrder);
    else if ('characterPicture' in values) {
      const { restorePortrait } = await import('#editor/own-portrait.ts');
      await restorePortrait(projectId, values.characterPicture);
    } else if ('character' in values) await actions.rewriteCharacter(projectId, values.character);
    else if (sceneId === null) await actions.restoreProjectValues(projectId, values);
    else await actions.restoreSceneValues(sceneId, values);
  };
  try {
    // Visibility is no step of undo, so this has none for it.
    showEdited({ title: historyWords.restoredToast }, await actions.undoable(projectId, bringBack));
  } catch (error) {
    showFailure(historyWords.restoreFailed, error);
  }
}

/** Brings deleted scenes back; that is an edit like any other, which Undo takes back. */
export async function restoreDeleted(projectId: string, sceneIds: readonly string[]): Promise<void> {
  let areHere = true;
  const bringBack = async (): Promise<void> => {
    areHere = await actions.restoreScenes(projectId, sceneIds);
  };
  try {
    const undo = await actions.undoable(projectId, bringBack);
    const count = sceneIds.length;
    showEdited({ title: areHere ? scenesRestored(count) : scenesAsked(count) }, undo);
  } catch (error) {
    showFailure(historyWords.restoreFailed, error);
  }
}

/** Brings a deleted character back; that is an edit like any other, which Undo takes back. */
export async function restoreCharacter(projectId: string, character: WrittenCharacter): Promise<void> {
  try {
    const undo = await actions.undoable(projectId, () => actions.reviveCharacter(projectId, character));
    showEdited({ title: historyWords.characterRestored }, undo);
  } catch (error) {
    showFailure(historyWords.restoreFailed, error);
  }
}

export async function copySetAside(row: QuarantineRow): Promise<void> {
  try {
    await navigator.clipboard.writeText(JSON.stringify(row.row, null, 2));
    showToast({ title: historyWords.copied });
  } catch (error) {
    showFailure(historyWords.copyFailed, error);
  }
}

/** Discards at once; the notice takes it back. */
export async function discardItem(row: QuarantineRow): Promise<void> {
  const keep = (): void => {
    keepSetAside(db, row).catch((error: unknown) => showFailure(historyWords.discardFailed, error));
  };
  try {
    await discardSetAside(db, row.id);
    showToast({ title: historyWords.discarded, action: { label: historyWords.undo, onSelect: keep } });
  } catch (error) {
    showFailure(historyWords.discardFailed, error);
  }
}
