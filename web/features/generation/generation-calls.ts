/** Starting and stopping clips, with what is said when that fails. */
import { cancelGeneration, dismissFailure, generateScene, generateVideos, improveScene } from '#api/generation.ts';
import { actions } from '#editor/actions.ts';
import type { SceneTake } from '#editor/commands/restore-clip.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import type { SceneGroup } from '#widgets/scene-groups.ts';

/** True when the server has taken the job; a failure is told. */
export async function startGeneration(projectId: string): Promise<boolean> {
  try {
    await generateVideos(projectId);
    return true;
  } catch (error) {
    showFailureOrRetry('Error starting generation', error, () => void startGeneration(projectId));
    return false;
  }
}

/** One scene's clip again; where an earlier answer was lost, the person has agreed by the button's own words. True when it was started. */
export async function generateAgain(group: Pick<SceneGroup, 'scene' | 'answerLost'>): Promise<boolean> {
  const { scene, answerLost } = group;
  try {
    await generateScene(scene.id, answerLost ? { acceptSecondCharge: true } : {});
    return true;
  } catch (error) {
    showFailureOrRetry('Error starting generation', error, () => void generateAgain(group));
    return false;
  }
}

/** Better words for a scene, told when they are there; one step of undo takes them back. */
export async function improveWords(scene: Scene): Promise<void> {
  try {
    await improveScene(scene.id);
    await actions.rememberImprovedScene(scene);
    showToast({ title: 'Description improved', description: 'AI has enhanced your prompt with Veo best practices' });
  } catch (error) {
    showFailureOrRetry('Failed to improve description', error, () => void improveWords(scene));
  }
}

/** Takes a failure off its card. */
export async function dismissLostAnswer(scene: Scene): Promise<void> {
  try {
    await dismissFailure(scene.id);
  } catch (error) {
    showFailure('The failure was not dismissed', error);
  }
}

export async function stopGeneration(projectId: string): Promise<void> {
  try {
    await cancelGeneration(projectId);
  } catch (error) {
    showFailure('Generation was not stopped', error);
  }
}

/** Gives a scene the clips back that it had before. */
export async function restoreTake(former: SceneTake): Promise<void> {
  try {
    await actions.restoreClip(former);
    showToast({ title: `Scene ${former.scene.sceneNumber} has its old clip again` });
  } catch (error) {
    showFailure('Error updating scene', error);
  }
}
