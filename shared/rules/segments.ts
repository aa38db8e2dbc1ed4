/** Scenes that are longer than one clip: a first clip, and extensions that go on from it. One rule for both sides. */
import type { ModelRow } from '../catalogue/models.ts';
import type { Scene } from '../entities/scene.ts';

type Segment = Pick<Scene, 'id' | 'isExtension' | 'parentSceneId' | 'extensionIndex'>;
type MadeSegment = Segment & Pick<Scene, 'status' | 'sha256'>;

/** The extension rows of a scene, in their order. */
export function extensionsOf<T extends Segment>(sceneId: string, rows: readonly T[]): T[] {
  return rows
    .filter((row) => row.isExtension && row.parentSceneId === sceneId)
    .toSorted((a, b) => (a.extensionIndex ?? 0) - (b.extensionIndex ?? 0));
}

/**
 * The segment whose file plays the whole scene: the last one that is made, because its file holds the earlier footage.
 * While a scene is made again its old file plays until the first new segment is stored.
 */
export function playedSegment<T extends MadeSegment>(scene: T, rows: readonly T[]): T {
  let last = scene;
  for (const segment of extensionsOf(scene.id, rows)) {
    const isOldTake = scene.status === 'generating' && segment.status === 'generating';
    if (segment.sha256 === null || !(segment.status === 'complete' || isOldTake)) break;
    last = segment;
  }
  return last;
}

/** Seconds that the first clip of a scene has: what its extensions leave of the whole. */
export function firstSegmentSeconds(
  scene: Pick<Scene, 'id' | 'duration'>,
  rows: readonly (Segment & Pick<Scene, 'duration'>)[],
): number {
  return extensionsOf(scene.id, rows).reduce((rest, row) => rest - row.duration, scene.duration);
}

/** A scene's rows with one more extension at its end, as it is written when the scene is extended. */
export function withExtension(
  scene: Scene,
  rows: readonly Scene[],
  added: { id: string; seconds: number },
): { rows: Scene[]; extension: Scene } {
  const extension: Scene = {
    ...scene,
    id: added.id,
    duration: added.seconds,
    status: 'pending',
    sha256: null,
    videoUrl: null,
    thumbnailUrl: null,
    frameCount: null,
    isExtension: true,
    parentSceneId: scene.id,
    extensionIndex: extensionsOf(scene.id, rows).length + 1,
  };
  const longer = rows.map((row) => (row.id === scene.id ? { ...row, duration: row.duration + added.seconds } : row));
  return { rows: [...longer, extension], extension };
}

/**
 * The seconds of each segment of a scene: one for a length that a single clip can have, else the model's longest clip and
 * as many extensions as are needed.
 * @throws RangeError when the model can't make a scene of that length
 */
export function segmentSeconds(
  durationSeconds: number,
  row: Pick<ModelRow, 'durations' | 'extensionSeconds'>,
): number[] {
  const longest = Math.max(...row.durations);
  if (durationSeconds <= longest) return [durationSeconds];
  const { extensionSeconds } = row;
  const count = extensionSeconds === null ? NaN : (durationSeconds - longest) / extensionSeconds;
  if (extensionSeconds === null || !Number.isInteger(count))
    throw new RangeError(
      `${durationSeconds} s can't be made of clips of ${longest} s and extensions of ${extensionSeconds} s.`,
    );
  return [longest, ...Array.from({ length: count }, () => extensionSeconds)];
}
