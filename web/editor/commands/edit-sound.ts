/** How loud scenes are, how their sound fades, and how one goes over into the next. */
import type { PatchSceneRequest } from '#shared/api/scenes.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene, Transition } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords } from '../words.ts';
import { patchScene } from './edit-scene.ts';
import { patchProject } from './edit-project.ts';

export type SceneSound = Pick<PatchSceneRequest, 'gainDb' | 'muted' | 'fadeInSeconds' | 'fadeOutSeconds'>;

export function editSound(project: Project, scene: Scene, sound: SceneSound): CommandPlan {
  return patchScene(project, scene, soundLabel(scene.sceneNumber, sound), sound);
}

function soundLabel(number: number, { muted, gainDb }: SceneSound): string {
  if (muted !== undefined) return muted ? editWords.muteScene({ number }) : editWords.unmuteScene({ number });
  return gainDb === undefined ? editWords.fadeSoundOfScene({ number }) : editWords.volumeOfScene({ number });
}

/** How a scene goes over into the next one; null is a cut. */
export function setTransition(
  project: Project,
  scenes: readonly Scene[],
  scene: Scene,
  transition: Transition | null,
): CommandPlan {
  const { sceneNumber: number } = scene;
  // Scenes without a clip are not in the movie.
  const isNext = (other: Scene): boolean => !other.isExtension && other.sceneNumber > number && other.sha256 !== null;
  const next = inPlayOrder(scenes).find(isNext)?.sceneNumber ?? number + 1;
  return patchScene(project, scene, editWords.joinScenes({ number, next }), { transition });
}

/** The same for every scene that has one behind it, in one step. */
export function setAllTransitions(
  project: Project,
  scenes: readonly Scene[],
  transition: Transition | null,
): CommandPlan {
  const own = inPlayOrder(scenes).filter(({ isExtension }) => !isExtension);
  const changed = own.slice(0, -1).filter((scene) => !sameValue(scene.transition, transition));
  const patches = (valueOf: (scene: Scene) => Transition | null): CommandPlan['changes'] =>
    changed.map((scene) => ({ kind: 'patch-scene', sceneId: scene.id, patch: { transition: valueOf(scene) } }));
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.joinAllScenes,
    changes: patches(() => transition),
    inverse: changed.length === 0 ? null : patches((scene) => scene.transition),
  };
}

/** Whether every scene is brought to one loudness. */
export function setLevelling(project: Project, levelling: boolean): CommandPlan {
  return patchProject(project, levelling ? editWords.levelAll : editWords.levelNone, { levelling });
}
