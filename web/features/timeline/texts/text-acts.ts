/** What is done with a text outside of its dialog: chosen, held while it changes, let go, duplicated, deleted. */
import { actions } from '#editor/actions.ts';
import { browserDevice } from '#data/device.ts';
import { percentInFrame } from '#editor/overlay-form.ts';
import {
  changeText,
  dropDraft,
  editorSession,
  reopenDraft,
  selectText,
  touchedDraft,
  type TextRef,
} from '#editor/session-store.ts';
import type { TimelineMode, Writing } from '#editor/timeline-mode.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { limits } from '#shared/limits.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure } from '#ui/toasts.ts';
import { cancelDraft, leaveDraft, refuse } from '../draft-edits.ts';
import { deleteText } from '../inspector/text-edits.ts';
import { showText } from '../timeline-acts.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { textWords } from '../words.ts';
import { chosenTextWords as words } from './text-words.ts';

/** A text as it is saved; null where it is gone. */
export function savedText({ rows }: Pick<TimelineScope, 'rows'>, { sceneId, textId }: TextRef): TextOverlay | null {
  const row = rows.find(({ id }) => id === sceneId);
  return row?.textOverlays.find(({ id }) => id === textId) ?? null;
}

/** The same with what is done to it now. */
export function textNow(scope: TimelineScope, text: TextRef): TextOverlay | null {
  return heldOf(scope.mode, text)?.draft.overlay ?? savedText(scope, text);
}

export function heldOf(mode: TimelineMode, { sceneId, textId }: TextRef): Writing | null {
  if (mode.kind !== 'text' || mode.held !== true || mode.draft.sceneId !== sceneId) return null;
  return mode.draft.of?.id === textId ? mode : null;
}

/** Selects a text and shows it. Answers false if an open draft has to be corrected first. */
export function chooseText(scope: TimelineScope, ref: TextRef): boolean {
  const text = savedText(scope, ref);
  if (text === null) return false;
  if (heldOf(editorSession.getState().mode, ref) === null && !leaveDraft()) return false;
  selectText(ref);
  scope.player?.pause();
  showText(scope, ref.sceneId, text);
  return true;
}

/** Begins to change a text, or goes on. Answers it as it is then; null where it can't be changed now. */
export function holdText(scope: TimelineScope, ref: TextRef): TextOverlay | null {
  const held = heldOf(editorSession.getState().mode, ref);
  if (held) return held.draft.overlay;
  const text = savedText(scope, ref);
  if (text === null || !leaveDraft()) return null;
  scope.player?.pause();
  const mode: Writing = { kind: 'text', held: true, draft: { sceneId: ref.sceneId, of: text, overlay: text } };
  reopenDraft({ mode, began: mode });
  return text;
}

/** Changes a text that is held. */
export function changeHeld(ref: TextRef, change: (text: TextOverlay) => TextOverlay): void {
  const held = heldOf(editorSession.getState().mode, ref);
  if (held) changeText(change(held.draft.overlay));
}

/** The change is over: it is saved, in one step. A text that was emptied stays as it was. */
export function releaseText(ref: TextRef): void {
  const held = heldOf(editorSession.getState().mode, ref);
  if (held === null) return;
  if (touchedDraft() === null) dropDraft();
  else if (held.draft.overlay.text.trim() === '') cancelDraft();
  else leaveDraft();
}

/** Changes a text in one step. */
export function editText(scope: TimelineScope, ref: TextRef, change: (text: TextOverlay) => TextOverlay): void {
  if (holdText(scope, ref) === null) return;
  changeHeld(ref, change);
  releaseText(ref);
}

/** A bit lower and to the right of the one that it is of, as far as the frame goes. @param center of the text now, in percent */
export async function duplicateText(
  scope: TimelineScope,
  ref: TextRef,
  center: { x: number; y: number },
): Promise<void> {
  if (!leaveDraft()) return;
  const text = savedText(scope, ref);
  const row = scope.rows.find(({ id }) => id === ref.sceneId);
  if (text === null || row === undefined) return;
  if (row.textOverlays.length >= limits.overlaysPerScene) return refuse(textWords.tooMany);
  const textId = browserDevice.newId();
  const position = { x: percentInFrame(center.x + OFFSET), y: percentInFrame(center.y + OFFSET) };
  const copy = { ...text, id: textId, position };
  try {
    const undo = await actions.undoable(row.projectId, () => actions.writeText(ref.sceneId, null, copy));
    selectText({ sceneId: ref.sceneId, textId });
    showEdited({ title: words.duplicated }, undo);
  } catch (error) {
    showFailure(words.copyFailed, error);
  }
}

/** In percent of the frame. */
const OFFSET = 4;

export async function removeText(scope: TimelineScope, ref: TextRef): Promise<void> {
  const text = savedText(scope, ref);
  const row = scope.rows.find(({ id }) => id === ref.sceneId);
  if (heldOf(editorSession.getState().mode, ref)) dropDraft();
  if (text === null || row === undefined || !leaveDraft()) return;
  selectText(null);
  await deleteText(row, text);
}

/** Escape: what is being done to the text is given up, else the text is let go. */
export function letGoOfText(ref: TextRef): void {
  const held = heldOf(editorSession.getState().mode, ref);
  if (held === null || touchedDraft() === null) {
    if (held) dropDraft();
    selectText(null);
  } else cancelDraft();
}
