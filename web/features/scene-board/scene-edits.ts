/** The edits of the scene board, with their toasts. */
import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { ClipChoice } from '#widgets/clip-menu.tsx';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import type { NewScene } from './add-scene-dialog.tsx';
import type { SceneWords } from './scene-dialog.tsx';
import { editWords as words, improvedWords } from './words.ts';

/** True when the scene is saved. Shows a failure. */
export async function saveScene(
  { id, projectId }: Pick<Scene, 'id' | 'projectId'>,
  fields: SceneWords,
): Promise<boolean> {
  try {
    const { description, ...others } = fields;
    // A scene that plays an own clip may have none, and then keeps none.
    const edit = () => actions.editScene(id, description === '' ? others : fields);
    showEdited(words.saved, await actions.undoable(projectId, edit));
    return true;
  } catch (error) {
    showFailure(words.updateFailed, error);
    return false;
  }
}

/** Gives a scene the description that it had before it was improved. True when it has it. Shows a failure. */
export async function undoImprovement(sceneId: string, description: string): Promise<boolean> {
  try {
    await actions.editScene(sceneId, { description });
    showToast(improvedWords.undone);
    return true;
  } catch (error) {
    showFailure(words.updateFailed, error);
    return false;
  }
}

/** Chooses the length and the model of a scene before it is generated. The card shows them, so only a failure gets a toast. */
export async function chooseClip({ id }: Scene, choice: ClipChoice): Promise<void> {
  try {
    await actions.editScene(id, choice);
  } catch (error) {
    showFailure(words.updateFailed, error);
  }
}

/** Appends a scene. True when it is there. Shows a failure. */
export async function addScene(projectId: string, scene: NewScene): Promise<boolean> {
  try {
    showEdited({ title: words.added }, await actions.undoable(projectId, () => actions.addScene(projectId, scene)));
    return true;
  } catch (error) {
    showFailure(words.updateFailed, error);
    return false;
  }
}

/** Places count from 0. True when the scenes are in their new order. Shows a failure. */
export async function moveScene(projectId: string, from: number, to: number): Promise<boolean> {
  try {
    const undo = await actions.undoable(projectId, () => actions.reorderScenes(projectId, from, to));
    showEdited({ title: words.reordered }, undo);
    return true;
  } catch (error) {
    showFailure(words.reorderFailed, error);
    return false;
  }
}

/** Deletes at once; the toast has Undo. */
export async function removeScene(scene: Scene): Promise<void> {
  try {
    await actions.deleteScene(scene.id);
  } catch (error) {
    // The card that stays shows the failure; the reason is for developers.
    console.error('A scene was not deleted.', error);
    return;
  }
  const restore = (): void => {
    actions.restoreScene(scene.id).catch((error: unknown) => showFailure(words.updateFailed, error));
  };
  showToast({ title: words.deleted, action: { label: words.undo, onSelect: restore } });
}
