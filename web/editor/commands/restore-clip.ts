import type { Change } from '#data/change.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneClipSchema, type Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import type { CommandPlan } from '../plan.ts';

/** A scene and its extensions as their rows were at some time. */
export type SceneTake = { scene: Scene; extensions: readonly Scene[] };

export function takeOf(sceneId: string, rows: readonly Scene[]): SceneTake {
  const scene = rows.find(({ id }) => id === sceneId);
  if (!scene) throw new AppError('not_found', 'This scene is gone.');
  return { scene, extensions: extensionsOf(sceneId, rows) };
}

/** Brings the clips of a former take back in place of the present ones. @throws AppError when one of them had no clip */
export function restoreClip(project: Project, present: SceneTake, former: SceneTake): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: `Bring back the clip of scene ${present.scene.sceneNumber}`,
    changes: [changeTo(former)],
    inverse: [changeTo(present)],
  };
}

function changeTo({ scene, extensions }: SceneTake): Change {
  if (scene.sha256 === null) throw new AppError('invalid_input', 'The scene had no clip then.');
  const clips = [scene, ...extensions].map((row) => sceneClipSchema.parse(row));
  return { kind: 'restore-clip', sceneId: scene.id, sha256: scene.sha256, clips };
}
