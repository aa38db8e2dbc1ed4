/** Copying, cutting, and pasting of scenes and texts, each edit one step with a toast that undoes it. */
import { clipboardActions } from '#editor/clipboard-actions.ts';
import { timesFrom } from '#editor/commands/paste-texts.ts';
import { copyScenes, readCopied, writeCopied, type Copied } from '#editor/copied.ts';
import { actions } from '#editor/actions.ts';
import { centerOf, longestTime, percentInFrame } from '#editor/overlay-form.ts';
import { editorSession, selectText, type TextRef } from '#editor/session-store.ts';
import { sceneOf } from '#editor/timeline-mode.ts';
import { overlayBox } from '#player/overlay-box.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { leaveDraft, refuse } from '../draft-edits.ts';
import { chooseNone, chooseTogether, withChosen } from '../strip/chosen-scenes.ts';
import { chooseScene, secondsShown, showText } from '../timeline-acts.ts';
import { savedText, textNow } from '../texts/text-acts.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { clipboardWords as words } from './clipboard-words.ts';

/** What is meant by Copy: a text, or scenes. */
export type Meant = { text: TextRef } | { scenes: ReadonlySet<string> };

/** The text that has the focus or is selected, else the selected scene with those that are chosen with it; null where nothing is. */
export function meantNow(scope: TimelineScope): Meant | null {
  const { selectedText, selectedSceneId } = editorSession.getState();
  const focused = document.activeElement?.closest<HTMLElement>('[data-text-id]')?.dataset;
  const text = { sceneId: focused?.['textScene'] ?? '', textId: focused?.['textId'] ?? '' };
  if (savedText(scope, text)) return { text };
  if (selectedText && savedText(scope, selectedText)) return { text: selectedText };
  return selectedSceneId === null ? null : { scenes: withChosen(selectedSceneId) };
}

/** Null where it is gone. */
export function copiedOf(scope: TimelineScope, meant: Meant): Copied | null {
  if ('scenes' in meant) return copyScenes(scope.rows, meant.scenes);
  const text = textNow(scope, meant.text);
  return text && { kind: 'texts', texts: [text] };
}

export function tellCopied(copied: Copied): void {
  showToast({ title: words.copied[copied.kind]({ count: countOf(copied) }) });
}

/** Deletes what was copied. */
export async function removeCopied(scope: TimelineScope, meant: Meant, copied: Copied): Promise<void> {
  if (!leaveDraft()) return;
  const { projectId } = editorSession.getState();
  const text = 'text' in meant ? savedText(scope, meant.text) : null;
  if (projectId === null) return;
  const remove = async (): Promise<void> => {
    if ('scenes' in meant) return actions.deleteScenes(projectId, [...meant.scenes]);
    if (text) await actions.removeText(meant.text.sceneId, text);
  };
  try {
    const undo = await actions.undoable(projectId, remove);
    if ('scenes' in meant) chooseNone();
    else selectText(null);
    showEdited({ title: words.cut[copied.kind]({ count: countOf(copied) }) }, undo);
  } catch (error) {
    showFailure(words.pasteFailed, error);
  }
}

/** What a menu does: the keys are the browser's own. */
export async function copyByMenu(scope: TimelineScope, meant: Meant, isCut: boolean): Promise<void> {
  const copied = copiedOf(scope, meant);
  if (copied === null) return;
  try {
    await navigator.clipboard.writeText(writeCopied(copied));
  } catch {
    return refuse(words.copyFailed);
  }
  if (isCut) await removeCopied(scope, meant, copied);
  else tellCopied(copied);
}

export async function pasteByMenu(scope: TimelineScope): Promise<void> {
  let text: string;
  try {
    text = await navigator.clipboard.readText();
  } catch {
    return refuse(words.unreadable);
  }
  const copied = readCopied(text);
  if (copied === null) return void showToast({ title: words.nothing.title, description: words.nothing.message });
  await paste(scope, copied);
}

export async function paste(scope: TimelineScope, copied: Copied): Promise<void> {
  if (!leaveDraft()) return;
  try {
    await (copied.kind === 'scenes' ? pasteScenes(scope, copied) : pasteTexts(scope, copied.texts));
  } catch (error) {
    showFailure(words.pasteFailed, error);
  }
}

/** Behind the last of the scenes that are chosen, else at the end. */
async function pasteScenes(scope: TimelineScope, { scenes }: Extract<Copied, { kind: 'scenes' }>): Promise<void> {
  const { projectId, selectedSceneId } = editorSession.getState();
  if (projectId === null) return;
  const ids = selectedSceneId === null ? null : withChosen(selectedSceneId);
  const after = scope.view.layout.blocks.findLast(({ sceneId }) => ids?.has(sceneId))?.sceneId ?? null;
  let done = { sceneIds: [''], withoutClips: 0 };
  const undo = await actions.undoable(projectId, async () => {
    done = await clipboardActions.pasteScenes(projectId, scenes, after);
  });
  const [first = '', ...rest] = done.sceneIds;
  chooseScene(first);
  if (rest.length > 0) chooseTogether(done.sceneIds);
  else chooseNone();
  const count = done.withoutClips;
  const title = words.pasted.scenes({ count: done.sceneIds.length });
  showEdited(count === 0 ? { title } : { title, description: words.withoutClips({ count }) }, undo);
}

/** Into the selected scene, from the playhead on. */
async function pasteTexts(scope: TimelineScope, texts: readonly TextOverlay[]): Promise<void> {
  const { projectId, selectedSceneId } = editorSession.getState();
  const scene = sceneOf(scope.plan, selectedSceneId);
  const present = scope.rows.find(({ id }) => id === selectedSceneId)?.textOverlays;
  if (projectId === null || !scene || !present) return refuse(words.noScene);
  const longest = longestTime(scene.clip.frameCount / fpsNumber(scene.clip.fps));
  const timed = timesFrom(texts, secondsShown(scope, scene), longest).map((text) => beside(scope, text, present));
  let ids: string[] = [];
  const undo = await actions.undoable(projectId, async () => {
    ids = await clipboardActions.pasteTexts(scene.sceneId, timed);
  });
  const [textId] = ids;
  const [text] = timed;
  if (textId !== undefined && text) {
    selectText({ sceneId: scene.sceneId, textId });
    scope.player?.pause();
    showText(scope, scene.sceneId, text);
  }
  showEdited({ title: words.pasted.texts({ count: ids.length }) }, undo);
}

/** Pasted over the text that it is of, a text would hide it: it moves as a duplicate does. */
function beside({ view }: TimelineScope, text: TextOverlay, present: readonly TextOverlay[]): TextOverlay {
  const isOver = present.some(
    (other) =>
      sameValue(other.position, text.position) && other.startTime < text.endTime && text.startTime < other.endTime,
  );
  if (!isOver) return text;
  const { x, y } = centerOf(overlayBox(text, view.plan));
  return { ...text, position: { x: percentInFrame(x + BESIDE), y: percentInFrame(y + BESIDE) } };
}

/** In percent of the frame. */
const BESIDE = 4;

function countOf(copied: Copied): number {
  return copied.kind === 'scenes' ? copied.scenes.length : copied.texts.length;
}
