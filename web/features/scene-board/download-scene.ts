/** Saves one scene’s clip as a file, from this device if it is here, else from the server. */
import { loadSceneFile } from '#api/downloads.ts';
import { clipStore } from '#data/page-clip-store.ts';
import { sceneFileName } from '#shared/rules/file-names.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import { saveFile } from '#ui/save-file.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import type { SceneGroup } from '#widgets/scene-groups.ts';
import { downloadWords as words } from './words.ts';

/** Shows in a toast how it went. */
export async function downloadScene(projectTitle: string, { scene, extensions }: SceneGroup): Promise<void> {
  try {
    const { sha256 } = playedSegment(scene, extensions);
    const local = sha256 === null ? null : await clipStore.read(sha256);
    const file = local ?? (await loadSceneFile(scene.id));
    saveFile(file, sceneFileName(projectTitle, scene.sceneNumber));
    showToast({ title: words.done });
  } catch (error) {
    showFailure(words.failed, error, words.failedBecause);
  }
}
