/** Edits of whole scenes on the strip, each one step, with its toast that undoes it. */
import { actions } from '#editor/actions.ts';
import { editorSession } from '#editor/session-store.ts';
import { sceneOf } from '#editor/timeline-mode.ts';
import { fpsNumber } from '#shared/movie/time.ts';
import { splitProblem } from '#shared/rules/split-scene.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, type ToastInput } from '#ui/toasts.ts';
import { shownPlace } from '../timeline-acts.ts';
import { sceneActWords as words } from '../strip-words.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { leaveDraft, refuse } from '../draft-edits.ts';
import { chooseNone } from './chosen-scenes.ts';
import { movedTo, steppedPlace } from '../moving/drop-place.ts';

/** Puts scenes behind as many of the others. Resolves with whether anything has moved. */
export async function moveScenes(scope: TimelineScope, ids: ReadonlySet<string>, place: number): Promise<boolean> {
  const order = scope.view.layout.blocks.map(({ sceneId }) => sceneId);
  const after = movedTo(order, ids, place);
  if (after.every((id, index) => id === order[index]) || !leaveDraft()) return false;
  return save(words.moveFailed, (projectId) => actions.moveScenes(projectId, [...ids], place), {
    title: words.reordered,
    description: words.nowAt({ count: ids.size, place: place + 1 }),
  });
}

/** Moves scenes by one place. */
export async function stepScenes(scope: TimelineScope, ids: ReadonlySet<string>, by: 1 | -1): Promise<void> {
  const order = scope.view.layout.blocks.map(({ sceneId }) => sceneId);
  const place = steppedPlace(order, ids, by);
  if (place !== null) await moveScenes(scope, ids, place);
}

/** Answers whether it is saved; what went wrong is in a toast. */
export async function save(
  failure: string,
  edit: (projectId: string) => Promise<unknown>,
  notice: ToastInput,
): Promise<boolean> {
  const { projectId } = editorSession.getState();
  if (projectId === null) return false;
  try {
    showEdited(notice, await actions.undoable(projectId, () => edit(projectId)));
  } catch (error) {
    showFailure(failure, error);
    return false;
  }
  return true;
}

/** Why the selected scene can’t be split anywhere, as a sentence; null when it can, or none is selected. */
export function unsplittable(
  { rows, plan }: Pick<TimelineScope, 'rows' | 'plan'>,
  sceneId: string | null,
): string | null {
  const row = rows.find(({ id }) => id === sceneId);
  const scene = sceneOf(plan, sceneId);
  if (!row) return null;
  const middle = scene ? (scene.inFrame + scene.outFrame) / 2 / fpsNumber(scene.clip.fps) : 0;
  return splitProblem(row, rows, middle);
}

/** Why a scene can’t be split at the playhead, which may stand in another one. */
export function unsplittableHere(scope: TimelineScope, sceneId: string): string | null {
  return shownPlace(scope)?.scene.sceneId === sceneId ? unsplittable(scope, sceneId) : words.notUnderPlayhead;
}

/** Cuts the scene under the playhead in two. The frame that is shown begins the later one. */
export async function splitAtPlayhead(scope: TimelineScope): Promise<void> {
  const place = shownPlace(scope);
  if (!place || !leaveDraft()) return;
  const { sceneId, clip } = place.scene;
  const atSeconds = place.clipFrame / fpsNumber(clip.fps);
  const row = scope.rows.find(({ id }) => id === sceneId);
  const problem = row ? splitProblem(row, scope.rows, atSeconds) : null;
  if (problem !== null) return refuse({ title: words.splitFailed, message: problem });
  await save(words.splitFailed, () => actions.splitScene(sceneId, atSeconds), { title: words.split });
}

export async function duplicateChosen(ids: ReadonlySet<string>): Promise<void> {
  if (!leaveDraft()) return;
  await save(words.duplicateFailed, (projectId) => actions.duplicateScenes(projectId, [...ids]), {
    title: words.duplicated({ count: ids.size }),
  });
}

export async function deleteChosen(ids: ReadonlySet<string>): Promise<void> {
  if (!leaveDraft()) return;
  await save(words.deleteFailed, (projectId) => actions.deleteScenes(projectId, [...ids]), {
    title: words.deleted({ count: ids.size }),
  });
  chooseNone();
}

export async function muteChosen(ids: ReadonlySet<string>, muted: boolean): Promise<void> {
  await save(words.muteFailed, (projectId) => actions.muteScenes(projectId, [...ids], muted), {
    title: (muted ? words.muted : words.unmuted)({ count: ids.size }),
  });
}
