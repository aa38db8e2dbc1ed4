/** The toasts of a trim or a text that is saved, left, or discarded. */
import type { Drafting } from '#editor/timeline-mode.ts';
import type { FormProblem } from '#shared/rules/validation.ts';
import { failureTitles } from '#shared/words/product-words.ts';
import type { ToastInput } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';

export function savedNotice(draft: Drafting): ToastInput {
  if (draft.kind === 'trim') return { title: 'Trim applied' };
  return { title: draft.draft.index === null ? 'Text overlay added' : 'Text overlay saved' };
}

export function failureTitle({ kind }: Drafting): string {
  return kind === 'trim' ? failureTitles.trim : failureTitles.overlay;
}

/** The text could not be saved as it was left. */
export function keptNotice({ kind, draft }: Drafting, problem: FormProblem): ToastInput {
  const isNew = kind === 'text' && draft.index === null;
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
