/** Finishing and leaving what is trimmed or written, with what is said about it. Nothing that was typed is lost. */
import { actions } from '#editor/actions.ts';
import { saveDraft } from '#editor/save-draft.ts';
import { dropDraft, editorSession, keepDraft, reopenDraft, touchedDraft } from '#editor/session-store.ts';
import { draftProblem, type Drafting } from '#editor/timeline-mode.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { failureTitle, keptNotice, savedNotice, droppedNotice } from './draft-words.ts';

/** Says why something can't be as it was asked for. */
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
 * Somebody turns to something else: what has changed is saved. Answers false where that is not possible: the draft then
 * stays open, and why is told.
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

/** As `leaveDraft`, where nobody can be kept: what can't be saved is laid aside and offered again. */
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

/** Gives up what is open; the notice brings it back. Answers whether there was anything. */
export function cancelDraft(): boolean {
  const { mode, began } = editorSession.getState();
  if (mode.kind === 'rest') return false;
  const draft = touchedDraft();
  dropDraft();
  if (draft !== null && !isUnwritten(draft)) showToast(droppedNotice(draft, () => reopen(draft, began)));
  return true;
}

function reopen(draft: Drafting, began: ReturnType<typeof editorSession.getState>['began']): void {
  if (leaveDraft()) reopenDraft({ mode: draft, began });
}

/** A new text of which nothing is written yet: it is no mistake, and offered again without a word. */
function isUnwritten({ kind, draft }: Drafting): boolean {
  return kind === 'text' && draft.index === null && draft.overlay.text.trim() === '';
}

async function commitDraft(draft: Drafting, onFailure: () => void): Promise<void> {
  const { projectId } = editorSession.getState();
  try {
    await saveDraft();
    showToast({
      ...savedNotice(draft),
      ...(projectId !== null && { action: { label: 'Undo', onSelect: () => void takeBack(projectId, draft) } }),
    });
  } catch (error) {
    onFailure();
    showFailure(failureTitle(draft), error);
  }
}

/** The notice that offers it is replaced by that of the next edit, so that it always speaks of the latest. */
async function takeBack(projectId: string, draft: Drafting): Promise<void> {
  try {
    await actions.undo(projectId);
  } catch (error) {
    showFailure(failureTitle(draft), error);
  }
}
