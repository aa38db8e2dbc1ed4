/** Scenes as screens show them: each with its extension segments, in play order. */
import type { Scene, SceneStatus } from '#shared/entities/scene.ts';
import { sceneWithSegmentsStatus } from '#shared/rules/project-status.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { extensionsOf } from '#shared/rules/segments.ts';
import { clipsAhead } from '#shared/rules/queue-place.ts';
import { playedSeconds } from '#shared/rules/totals.ts';

export type SceneGroup = {
  scene: Scene;
  /** Extension rows of the scene, in their order. */
  extensions: readonly Scene[];
  status: SceneStatus;
  /** Seconds that are played, after the trim. */
  seconds: number;
  /** The first segment that has something to say, the scene itself before its extensions. */
  note: string | null;
  errorMessage: string | null;
  /** Whether a segment was asked for and nobody knows what became of it. */
  answerLost: boolean;
  /** How many clips are generated before its; null while it doesn’t wait in line. */
  ahead: number | null;
};

export function sceneGroups(rows: readonly Scene[]): SceneGroup[] {
  return inPlayOrder(rows)
    .filter((row) => !row.isExtension)
    .map((scene) => groupOf(scene, rows));
}

/** @param scene no extension, one of the rows */
export function groupOf(scene: Scene, rows: readonly Scene[]): SceneGroup {
  const extensions = extensionsOf(scene.id, rows);
  const segments = [scene, ...extensions];
  return {
    scene,
    extensions,
    status: sceneWithSegmentsStatus(scene, rows),
    seconds: playedSeconds(scene, rows),
    note:
      (segments.find((row) => row.status === 'generating' && row.note) ?? segments.find((row) => row.note))?.note ??
      null,
    errorMessage: segments.find((row) => row.status === 'failed')?.errorMessage ?? null,
    answerLost: segments.some((row) => row.answerLost),
    ahead: clipsAhead(scene.id, rows),
  };
}

/** Whether all that a scene lacks is an extension of the clip that it has. */
export function lacksExtension({
  scene,
  extensions,
  status,
}: Pick<SceneGroup, 'scene' | 'extensions' | 'status'>): boolean {
  return (status === 'failed' || status === 'pending') && scene.status === 'complete' && extensions.length > 0;
}

/** Whether a scene’s length and model can still be chosen: it has no clip and none is on its way, and it is a single clip. */
export function isClipOpen({
  scene,
  extensions,
  status,
}: Pick<SceneGroup, 'scene' | 'extensions' | 'status'>): boolean {
  return status !== 'generating' && scene.sha256 === null && extensions.length === 0;
}
