/** What scenes had before their present clips: seen from one answer of the server to the next, and kept as long as the server keeps the files. */
import type { BaseRow, Take } from '#data/tables/rows.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { extensionsOf } from '#shared/rules/segments.ts';

/** As long as the server keeps a take. */
const KEPT_FOR_MS = 30 * 24 * 3_600_000;

/**
 * The takes once the server has told these scenes; of deleted ones, too, which may come back. A scene that had no clip before
 * had no take either.
 * @param base with the tombstones as they are then
 */
export function takesAfter(
  { scenes: before, takes = [], tombstones }: Pick<BaseRow, 'scenes' | 'takes' | 'tombstones'>,
  scenes: readonly Scene[],
): Take[] {
  const replaced = scenes.flatMap((present): Take[] => {
    const scene = before.find(({ id }) => id === present.id);
    if (!scene || scene.isExtension || scene.sha256 === null || scene.sha256 === present.sha256) return [];
    return [{ sceneId: scene.id, scene, extensions: extensionsOf(scene.id, before), replacedAt: present.updatedAt }];
  });
  const isReplaced = new Set(replaced.map(({ sceneId }) => sceneId));
  const kept = new Set([...scenes.map(({ id }) => id), ...tombstones.map(({ sceneId }) => sceneId)]);
  return [...takes.filter(({ sceneId }) => kept.has(sceneId) && !isReplaced.has(sceneId)), ...replaced];
}

/**
 * Those that can be brought back now, by their scenes' ids.
 * @param nowMs milliseconds since the epoch
 */
export function restorableTakes(
  { scenes, takes = [] }: Pick<BaseRow, 'scenes' | 'takes'>,
  nowMs: number,
): Map<string, Take> {
  const files = new Map(scenes.map(({ id, sha256 }) => [id, sha256]));
  return new Map(
    takes
      .filter(({ scene, replacedAt }) => nowMs - replacedAt < KEPT_FOR_MS && files.get(scene.id) !== scene.sha256)
      .map((take) => [take.sceneId, take]),
  );
}

/** Earlier takes of its scenes, and deleted scenes: what can come back. */
export function formerScenes({ takes = [], tombstones }: BaseRow): Scene[] {
  return [
    ...takes.flatMap(({ scene, extensions }) => [scene, ...extensions]),
    ...tombstones.flatMap(({ rows }) => rows),
  ];
}
