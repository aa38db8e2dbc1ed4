import { showFailure, showToast, type ToastInput } from './toasts.ts';
import { editedWords as words } from './edited-words.ts';
import { uiWords } from './words.ts';

/** Takes back one edit. Answers null where others came after it. */
export type Undo = () => Promise<unknown>;

/** Takes back several edits, the latest first. Null where there are none. */
export function undoAll(undos: readonly Undo[]): Undo | null {
  if (undos.length === 0) return null;
  return async () => {
    for (const undo of undos.toReversed()) if ((await undo()) === null) return null;
    return true;
  };
}

/**
 * Shows that an edit is saved, with Undo.
 * @param undo takes back just this edit, and answers null where others came after it; null where nothing has changed
 */
export function showEdited(notice: ToastInput, undo: Undo | null): void {
  if (undo === null) return void showToast(notice);
  const takeBack = async (): Promise<void> => {
    try {
      if ((await undo()) === null) showToast(words.later);
    } catch (error) {
      showFailure(words.failed, error);
    }
  };
  showToast({ ...notice, action: { label: uiWords.undo, onSelect: () => void takeBack() } });
}
