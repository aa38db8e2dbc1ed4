/** Which neighboring scenes a clip takes its first or last frame from. One rule for the job runner, the calls, and the dialogs. */
import type { Scene } from '../entities/scene.ts';
import { inPlayOrder } from './scene-order.ts';
import { extensionsOf, playedSegment } from './segments.ts';

/** The scene that a scene starts from: null where it has its own start. */
export function sceneBefore(scene: Scene, rows: readonly Scene[]): Scene | null {
  if (!scene.continueFromPrevious) return null;
  return inPlayOrder(rows).findLast((row) => !row.isExtension && row.sceneNumber < scene.sceneNumber) ?? null;
}

/** The scene that a scene ends into: null where it has its own ending, as it has where the next one starts from it. */
export function sceneAfter(scene: Scene, rows: readonly Scene[]): Scene | null {
  if (!scene.continueIntoNext) return null;
  const next = inPlayOrder(rows).find((row) => !row.isExtension && row.sceneNumber > scene.sceneNumber);
  return next === undefined || next.continueFromPrevious ? null : next;
}

export type MissingNeighbors = { before: Scene | null; after: Scene | null };

/**
 * The neighbors that a scene’s clip needs a frame of and that have no clip.
 * @param coming ids of rows whose clips are being generated, or are about to be
 */
export function missingNeighbors(scene: Scene, rows: readonly Scene[], coming: ReadonlySet<string>): MissingNeighbors {
  if (scene.isExtension) return { before: null, after: null };
  const before = sceneBefore(scene, rows);
  const after = sceneAfter(scene, rows);
  const isComing = ({ id }: Scene): boolean =>
    [id, ...extensionsOf(id, rows).map((row) => row.id)].some((row) => coming.has(row));
  return {
    before: before && playedSegment(before, rows).sha256 === null && !isComing(before) ? before : null,
    after: after && after.sha256 === null && !isComing(after) ? after : null,
  };
}
