/** Makes clips longer, and takes that back. */
import { extendScene, removeExtension } from '#api/generation.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { extendWords } from './extend-words.ts';
import { generateWords } from './words.ts';

/** Makes a scene’s clip longer. True when the server has accepted the job. Shows a failure. */
export async function startExtension(sceneId: string): Promise<boolean> {
  try {
    await extendScene(sceneId);
    return true;
  } catch (error) {
    showFailureOrRetry(generateWords.startFailed, error, () => void startExtension(sceneId));
    return false;
  }
}

/** Removes the extension that a scene lacks: it is complete again. */
export async function dropExtension({ id, sceneNumber }: Scene): Promise<void> {
  try {
    await removeExtension(id);
    showToast({ title: extendWords.removed({ number: sceneNumber }) });
  } catch (error) {
    showFailure(extendWords.removeFailed, error);
  }
}
