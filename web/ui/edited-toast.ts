import { showFailure, showToast, type ToastInput } from './toasts.ts';
import { editedWords as words } from './edited-words.ts';
import { uiWords } from './words.ts';

/**
 * Shows that an edit is saved, with Undo.
 * @param undo takes back just this edit, and answers null where others came after it; null where nothing has changed
 */
export function showEdited(notice: ToastInput, undo: (() => Promise<unknown>) | null): void {
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
