/** Edits of whole scenes on the strip, each one step, with its toast that undoes it. */
import { actions } from '#editor/actions.ts';
import { editorSession } from '#editor/session-store.ts';
import { showFailure, showToast, type ToastInput } from '#ui/toasts.ts';
import { uiWords } from '#ui/words.ts';
import { sceneActWords as words } from '../strip-words.ts';
import type { TimelineScope } from '../timeline-scope.ts';
import { leaveDraft } from '../draft-edits.ts';
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
  const attempt = async (work: () => Promise<unknown>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      showFailure(failure, error);
      return false;
    }
  };
  if (!(await attempt(() => edit(projectId)))) return false;
  showToast({
    ...notice,
    action: { label: uiWords.undo, onSelect: () => void attempt(() => actions.undo(projectId)) },
  });
  return true;
}
