/** The edits of the scene board, with their toasts. */
import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { ClipChoice } from '#widgets/clip-menu.tsx';
import { showFailure, showToast } from '#ui/toasts.ts';
import type { NewScene } from './add-scene-dialog.tsx';
import type { SceneWords } from './scene-dialog.tsx';
import { editWords as words, improvedWords } from './words.ts';

/** True when the scene is saved. Shows a failure. */
export async function saveScene(sceneId: string, fields: SceneWords): Promise<boolean> {
  try {
    const { description, ...others } = fields;
    // A scene that plays an own clip may have none, and then keeps none.
    await actions.editScene(sceneId, description === '' ? others : fields);
    showToast(words.saved);
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
    await actions.addScene(projectId, scene);
    showToast({ title: words.added });
    return true;
  } catch (error) {
    showFailure(words.updateFailed, error);
    return false;
  }
}

/** Places count from 0. True when the scenes are in their new order. Shows a failure. */
export async function moveScene(projectId: string, from: number, to: number): Promise<boolean> {
  try {
    await actions.reorderScenes(projectId, from, to);
    showToast({ title: words.reordered, action: { label: words.undo, onSelect: () => void takeBack(projectId) } });
    return true;
  } catch (error) {
    showFailure(words.reorderFailed, error);
    return false;
  }
}

/** Undoes the latest edit, which is the one the toast is about: the next edit’s toast replaces it. */
async function takeBack(projectId: string): Promise<void> {
  try {
    await actions.undo(projectId);
  } catch (error) {
    showFailure(words.reorderFailed, error);
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
