/** Starts and stops the generation of clips, and shows what failed. */
import {
  cancelGeneration,
  cancelScene,
  dismissFailure,
  extendScene,
  generateScene,
  generateVideos,
  improveScene,
} from '#api/generation.ts';
import { actions } from '#editor/actions.ts';
import type { SceneTake } from '#editor/commands/restore-take.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { showEdited } from '#ui/edited-toast.ts';
import { showFailureOrRetry } from '#ui/retry-toast.ts';
import { showFailure, showToast } from '#ui/toasts.ts';
import { lacksExtension, type SceneGroup } from '#widgets/scene-groups.ts';
import type { SceneChoice } from './scene-choice.ts';
import { againWords, generateWords, improvementWords, progressWords } from './words.ts';

/** True when the server has accepted the jobs. Shows a failure. */
export async function startGeneration(projectId: string, choice: SceneChoice): Promise<boolean> {
  try {
    // Not needed until now, and the editor opens without it.
    const { versionActions } = await import('#editor/version-actions.ts');
    await versionActions.keepBeforeGenerating(projectId);
    await giveOwnEnds(choice);
    await generateVideos(projectId, choice.sceneIds);
    return true;
  } catch (error) {
    showFailureOrRetry(generateWords.startFailed, error, () => void startGeneration(projectId, choice));
    return false;
  }
}

/**
 * Generates these scenes, whatever else generates. Each comes after those that it takes a frame from. True when the
 * server has accepted all. Shows a failure.
 */
export async function startScenes(choice: SceneChoice): Promise<boolean> {
  const { sceneIds } = choice;
  let accepted = 0;
  try {
    await giveOwnEnds(choice);
    for (const sceneId of sceneIds) {
      await generateScene(sceneId);
      accepted += 1;
    }
    return true;
  } catch (error) {
    const rest = { sceneIds: sceneIds.slice(accepted), ownEnds: [] };
    showFailureOrRetry(generateWords.startFailed, error, () => void startScenes(rest));
    return false;
  }
}

/** An edit like any other, which can be undone: the call waits until the server has it. */
async function giveOwnEnds({ ownEnds }: SceneChoice): Promise<void> {
  for (const { id, continueFromPrevious, continueIntoNext } of ownEnds)
    await actions.editScene(id, { continueFromPrevious, continueIntoNext });
}

/**
 * Generates one scene again, or only the extension that it lacks. Where an earlier answer was lost, the button itself has
 * asked whether a second charge is fine. True when the server has accepted the job.
 */
export async function generateAgain(group: SceneGroup): Promise<boolean> {
  const { scene, answerLost } = group;
  const generate = lacksExtension(group) ? extendScene : generateScene;
  try {
    await generate(scene.id, answerLost ? { acceptSecondCharge: true } : {});
    return true;
  } catch (error) {
    showFailureOrRetry(generateWords.startFailed, error, () => void generateAgain(group));
    return false;
  }
}

/**
 * Improves a scene’s description and prompt, and shows when it is done. One step of undo restores both. True when it has
 * changed the description.
 */
export async function improveWords(scene: Scene): Promise<boolean> {
  try {
    await improveScene(scene.id);
    const undo = await actions.undoable(scene.projectId, () => actions.rememberImprovedScene(scene));
    showToast(undo === null ? improvementWords.unchanged : improvementWords.done);
    return undo !== null;
  } catch (error) {
    showFailureOrRetry(improvementWords.failed, error, () => void improveWords(scene));
    return false;
  }
}

/** Removes a failure from its card. */
export async function dismissLostAnswer(scene: Scene): Promise<void> {
  try {
    await dismissFailure(scene.id);
  } catch (error) {
    showFailure(improvementWords.dismissFailed, error);
  }
}

export async function stopGeneration(projectId: string): Promise<void> {
  try {
    await cancelGeneration(projectId);
  } catch (error) {
    showFailure(progressWords.stopFailed, error);
  }
}

/** Stops the clip of one scene. Shows a failure. */
export async function stopScene(scene: Scene): Promise<void> {
  try {
    await cancelScene(scene.id);
  } catch (error) {
    showFailure(progressWords.stopFailed, error);
  }
}

/** Restores the clips that a scene had before. */
export async function restoreTake(take: SceneTake): Promise<void> {
  try {
    const { projectId, sceneNumber: number } = take.scene;
    showEdited(
      { title: againWords.restored({ number }) },
      await actions.undoable(projectId, () => actions.restoreTake(take)),
    );
  } catch (error) {
    showFailure(againWords.restoreFailed, error);
  }
}
