/** What the scene board does to scenes, and what it says about it. */
import { actions } from '#editor/actions.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import type { NewScene } from './add-scene-dialog.tsx';
import type { SceneWords } from './scene-dialog.tsx';

/** True when the words are saved; a failure is told. */
export async function saveScene(sceneId: string, words: SceneWords): Promise<boolean> {
  try {
    await actions.editScene(sceneId, words);
    showToast({ title: 'Scene updated', description: 'Your changes have been saved' });
    return true;
  } catch (error) {
    showFailure('Error updating scene', error);
    return false;
  }
}

/** Appends a scene. True when it is there; a failure is told. */
export async function addScene(projectId: string, scene: NewScene): Promise<boolean> {
  try {
    await actions.addScene(projectId, scene);
    showToast({ title: 'Scene added' });
    return true;
  } catch (error) {
    showFailure('Error updating scene', error);
    return false;
  }
}

/** Places count scenes from 0. True when the scenes are in their new order; a failure is told. */
export async function moveScene(projectId: string, from: number, to: number): Promise<boolean> {
  try {
    await actions.reorderScenes(projectId, from, to);
    showToast({ title: 'Scenes reordered', action: { label: 'Undo', onSelect: () => void takeBack(projectId) } });
    return true;
  } catch (error) {
    showFailure('Error reordering scenes', error);
    return false;
  }
}

/** The notice that offers it is replaced by that of the next edit, so that it always speaks of the latest. */
async function takeBack(projectId: string): Promise<void> {
  try {
    await actions.undo(projectId);
  } catch (error) {
    showFailure('Error reordering scenes', error);
  }
}

/** Deletes at once; the notice takes it back. */
export async function removeScene(scene: Scene): Promise<void> {
  try {
    await actions.deleteScene(scene.id);
  } catch (error) {
    // The card is still there, which says it all; the reason is for whoever looks into it.
    console.error('A scene was not deleted.', error);
    return;
  }
  const restore = (): void => {
    actions.restoreScene(scene.id).catch((error: unknown) => showFailure('Error updating scene', error));
  };
  showToast({ title: 'Scene deleted', action: { label: 'Undo', onSelect: restore } });
}
