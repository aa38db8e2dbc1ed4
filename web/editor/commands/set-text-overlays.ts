import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import type { CommandPlan } from '../plan.ts';
import { patchScene } from './edit-scene.ts';
import { editWords } from '../words.ts';

/** All text overlays of a scene, in drawing order. Times are seconds of the clip. */
export function setTextOverlays(project: Project, scene: Scene, overlays: readonly TextOverlay[]): CommandPlan {
  return patchScene(project, scene, editWords.textOnScene({ number: scene.sceneNumber }), {
    textOverlays: [...overlays],
  });
}
