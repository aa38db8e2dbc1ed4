/** The toasts of a trim or a text that is saved, left, or discarded. */
import type { Drafting, TextDraft } from '#editor/timeline-mode.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { FormProblem } from '#shared/rules/validation.ts';
import { failureTitles } from '#shared/words/product-words.ts';
import type { ToastInput } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';

/** @param isAdded whether the text is a new one now, though it may have been begun as a change of another */
export function savedNotice(draft: Drafting, isAdded: boolean): ToastInput {
  if (draft.kind === 'trim') return { title: 'Trim applied' };
  if (!isAdded) return { title: draft.held ? heldTitle(draft.draft) : 'Text overlay saved' };
  const title = 'Text overlay added';
  if (draft.draft.of === null) return { title };
  return { title, description: 'The text you were editing had been deleted, so your version was added.' };
}

/** What somebody has done to a text outside of its dialog. */
function heldTitle({ of, overlay }: TextDraft): string {
  const isOther = (field: keyof TextOverlay): boolean => !sameValue(of?.[field], overlay[field]);
  if (isOther('text')) return 'Text changed';
  if (isOther('style') || isOther('color')) return 'Text style changed';
  if (isOther('fontSize')) return 'Text resized';
  return isOther('position') ? 'Text moved' : 'Text time changed';
}

export function failureTitle({ kind }: Drafting): string {
  return kind === 'trim' ? failureTitles.trim : failureTitles.overlay;
}

/** The text could not be saved as it was left. */
export function keptNotice({ kind, draft }: Drafting, problem: FormProblem): ToastInput {
  const isNew = kind === 'text' && draft.of === null;
  return {
    title: problem.title,
    description: `${problem.message}. Your text is kept. ${isNew ? 'Choose Add Text on that scene' : 'Select it again'} to finish it.`,
    tone: 'destructive',
  };
}

export function droppedNotice({ kind }: Drafting, onUndo: () => void): ToastInput {
  return {
    title: kind === 'trim' ? 'Trim discarded' : 'Text changes discarded',
    action: { label: uiWords.undo, onSelect: onUndo },
  };
}
