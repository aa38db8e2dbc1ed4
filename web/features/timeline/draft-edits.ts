/** Finishes and leaves drafts of trims and texts, with their toasts. Nothing that was typed is lost. */
import { actions } from '#editor/actions.ts';
import { saveDraft } from '#editor/save-draft.ts';
import { dropDraft, editorSession, keepDraft, reopenDraft, touchedDraft } from '#editor/session-store.ts';
import { draftProblem, letGo, type Drafting } from '#editor/timeline-mode.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { failureTitle, keptNotice, savedNotice, droppedNotice } from './draft-words.ts';

/** Shows why something can’t be done as asked. */
export function refuse({ title, message }: { title: string; message: string }): void {
  showToast({ title, description: message, tone: 'destructive' });
}

/** Applies the trim or saves the text, whether or not it has changed. What can't be saved stays open. */
export function applyDraft(): void {
  const before = editorSession.getState();
  const { mode } = before;
  if (mode.kind === 'rest') return;
  const problem = draftProblem(mode);
  if (problem) return refuse(problem);
  void commitDraft(mode, () => {
    if (editorSession.getState().mode.kind === 'rest') reopenDraft(before);
    else keepDraft(mode);
  });
}

/**
 * Saves the draft because the person turns to something else. Answers false if it can’t be saved: it then stays open,
 * and a toast says why.
 */
export function leaveDraft(): boolean {
  const draft = touchedDraft();
  if (draft === null) {
    dropDraft();
    return true;
  }
  const problem = draftProblem(draft);
  if (problem && !isUnwritten(draft)) {
    refuse(problem);
    return false;
  }
  leaveTimeline();
  return true;
}

/** As `leaveDraft` when the page closes: a draft that can’t be saved is set aside and offered again. */
export function leaveTimeline(): void {
  const draft = touchedDraft();
  const problem = draft && draftProblem(draft);
  if (draft === null) dropDraft();
  else if (problem) {
    keepDraft(draft);
    dropDraft();
    if (!isUnwritten(draft)) showToast(keptNotice(draft, problem));
  } else void commitDraft(draft, () => keepDraft(draft));
}

/** Discards the draft; its toast restores it. Answers whether there was one. */
export function cancelDraft(): boolean {
  const { mode, began } = editorSession.getState();
  if (mode.kind === 'rest') return false;
  const draft = touchedDraft();
  dropDraft();
  if (draft !== null && !isUnwritten(draft)) showToast(droppedNotice(draft, () => reopen(letGo(draft), began)));
  return true;
}

function reopen(draft: Drafting, began: ReturnType<typeof editorSession.getState>['began']): void {
  if (leaveDraft()) reopenDraft({ mode: draft, began });
}

/** A new text that is still empty. That is no mistake, so it is set aside without a toast. */
function isUnwritten({ kind, draft }: Drafting): boolean {
  return kind === 'text' && draft.of === null && draft.overlay.text.trim() === '';
}

async function commitDraft(draft: Drafting, onFailure: () => void): Promise<void> {
  const { projectId } = editorSession.getState();
  // Begun at once, because another draft may be opened next.
  const saving = saveDraft();
  // What goes wrong is told below, however early.
  saving.catch(() => undefined);
  try {
    const undo = projectId === null ? null : await actions.undoable(projectId, () => saving);
    showEdited(savedNotice(draft, await saving), undo);
  } catch (error) {
    onFailure();
    showFailure(failureTitle(draft), error);
  }
}
