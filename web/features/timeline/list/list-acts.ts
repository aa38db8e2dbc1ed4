/** What the list does without a pointer. */
import { actions } from '#editor/actions.ts';
import { centerOf } from '#editor/overlay-form.ts';
import { openInspector, selectText, type TextRef } from '#editor/session-store.ts';
import { overlayBox } from '#player/overlay-box.ts';
import type { MoviePlayer } from '#player/movie-player.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { leaveDraft } from '../draft-edits.ts';
import { deleteText } from '../inspector/text-edits.ts';
import { chooseJoin, chooseScene, openText } from '../timeline-acts.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { chosenScenes } from '../strip/chosen-scenes.ts';
import { duplicateChosen, stepScenes } from '../strip/scene-acts.ts';
import { chooseText, duplicateText, removeText } from '../texts/text-acts.ts';
import type { JoinItem, ListItem, SceneItem } from './list-items.ts';
import { chooseSound, duplicateSound, removeSound } from './sound-acts.ts';
import { selectAudio } from '../audio/audio-store.ts';
import { listWords as words } from './list-words.ts';

/** Selects what a row is about, and shows it while nothing plays. What was being trimmed or written is finished. */
export function chooseItem(scope: TimelineScope, item: ListItem): void {
  if (item.kind === 'sound') return chooseSound(scope, item);
  const { player } = scope;
  if (!leaveDraft()) return;
  selectAudio(null);
  const isPlaying = player?.getState().isPlaying === true;
  const text = refOf(item);
  if (item.kind === 'join' && !isPlaying) chooseJoin(scope, item.sceneId);
  else if (text && !isPlaying) chooseText(scope, text);
  else if (chooseScene(item.sceneId)) {
    selectText(text);
    if (!isPlaying) showItem(player, item);
  }
}

/** Null for all but texts. Those of an earlier release have no ids until they are changed. */
function refOf(item: ListItem): TextRef | null {
  return item.kind === 'text' && item.overlay.id !== undefined
    ? { sceneId: item.sceneId, textId: item.overlay.id }
    : null;
}

function showItem(player: MoviePlayer | null, { kind, sceneId, startUs }: ListItem): void {
  if (startUs === null) return;
  if (kind === 'scene') player?.seekScene(sceneId);
  else player?.seek(startUs);
}

/** Leads to what edits a row. @param focusInspector called where that is beside the picture */
export function editItem(scope: TimelineScope, item: ListItem, focusInspector: () => void): void {
  openInspector(true);
  if (item.kind === 'text' && refOf(item) === null) return openText(scope, item.sceneId, item.index);
  scope.player?.pause();
  chooseItem(scope, item);
  focusInspector();
}

/** The scenes that are chosen together, where a row is one of them; null where it stands for itself. */
export function chosenWith(item: ListItem): ReadonlySet<string> | null {
  const { ids } = chosenScenes.getState();
  return item.kind === 'scene' && ids.size > 1 && ids.has(item.sceneId) ? ids : null;
}

/** Moves a scene by one place. @param by −1 or 1 */
export async function moveScene(scope: TimelineScope, item: SceneItem, by: 1 | -1): Promise<void> {
  const chosen = chosenWith(item);
  if (chosen) return stepScenes(scope, chosen, by);
  const { rows } = scope;
  const { sceneId } = item;
  const scenes = rows.filter(({ isExtension }) => !isExtension).toSorted((a, b) => a.sceneNumber - b.sceneNumber);
  const from = scenes.findIndex(({ id }) => id === sceneId);
  const scene = scenes[from];
  const to = from + by;
  if (!scene || to < 0 || to >= scenes.length) return;
  try {
    await actions.reorderScenes(scene.projectId, from, to);
  } catch (error) {
    showFailure(words.moveFailed, error);
  }
}

/** A scene’s copy and a piece of music’s come behind it, a text’s beside it on the picture. */
export async function duplicateItem(scope: TimelineScope, item: Exclude<ListItem, JoinItem>): Promise<void> {
  if (item.kind === 'sound') return duplicateSound(scope, item);
  if (item.kind === 'scene') return duplicateChosen(chosenWith(item) ?? new Set([item.sceneId]));
  const { overlay, sceneId } = item;
  const center = centerOf(overlayBox(overlay, scope.view.plan));
  await duplicateText(scope, { sceneId, textId: overlay.id ?? '' }, center);
}

/** Deletes a scene, a text, or sound; a transition becomes a cut. */
export async function removeItem(scope: TimelineScope, item: ListItem): Promise<void> {
  if (item.kind === 'sound') return removeSound(scope, item);
  const text = refOf(item);
  if (text) return removeText(scope, text);
  const { rows } = scope;
  const row = rows.find(({ id }) => id === item.sceneId);
  if (!row) return;
  if (item.kind === 'text') return deleteText(row, item.overlay);
  try {
    if (item.kind === 'join') return await actions.setTransition(item.sceneId, null);
    await actions.deleteScene(item.sceneId);
    const restore = async (): Promise<void> => {
      await actions.restoreScene(item.sceneId).catch((error: unknown) => showFailure(words.deleteFailed, error));
    };
    showToast({
      title: words.deleted({ number: item.number }),
      action: { label: uiWords.undo, onSelect: () => void restore() },
    });
  } catch (error) {
    showFailure(item.kind === 'join' ? words.joinFailed : words.deleteFailed, error);
  }
}
