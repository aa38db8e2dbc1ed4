import type { Change } from '#data/change.ts';
import type { Project } from '#shared/entities/project.ts';
import { sceneClipSchema, type Scene } from '#shared/entities/scene.ts';
import { AppError } from '#shared/errors.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import type { CommandPlan } from '../plan.ts';
import { editWords, refusedEditWords } from '../words.ts';

/** A scene and its extensions as their rows were at some time. */
export type SceneTake = { scene: Scene; extensions: readonly Scene[] };

export function takeOf(sceneId: string, rows: readonly Scene[]): SceneTake {
  const scene = rows.find(({ id }) => id === sceneId);
  if (!scene) throw new AppError('not_found', refusedEditWords.noScene);
  return { scene, extensions: extensionsOf(sceneId, rows) };
}

/** Replaces the current clips with those of an earlier take. @throws AppError if that had no clip */
export function restoreTake(project: Project, present: SceneTake, take: SceneTake): CommandPlan {
  return {
    userId: project.userId,
    projectId: project.id,
    label: editWords.restoreClip({ number: present.scene.sceneNumber }),
    changes: [changeTo(take)],
    inverse: [changeTo(present)],
  };
}

function changeTo({ scene, extensions }: SceneTake): Change {
  if (scene.sha256 === null) throw new AppError('invalid_input', refusedEditWords.noTake);
  const clips = [scene, ...extensions].map((row) => sceneClipSchema.parse(row));
  return { kind: 'restore-clip', sceneId: scene.id, sha256: scene.sha256, clips };
}
