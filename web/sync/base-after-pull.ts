/** The server's rows as the new base of a project. Pure. */
import { takesAfter } from '#data/document/takes.ts';
import { isSceneEdit, sceneOfChange } from '#data/scene-of-change.ts';
import type { BaseRow, OutboxRow } from '#data/tables/rows.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';

/** As long as the server keeps a deleted scene. */
const TOMBSTONE_KEPT_MS = 30 * 24 * 3_600_000;

/**
 * A scene that the server no longer has is removed, unless unsent changes are about it. Then it stays as an orphan
 * until the person restores it or discards them.
 * @param now milliseconds since the epoch
 */
export function baseAfterPull(
  base: BaseRow,
  fetched: { project: Project; scenes: Scene[] },
  unsent: readonly OutboxRow[],
  now: number,
): BaseRow {
  const here = new Set(fetched.scenes.map((scene) => scene.id));
  const edited = new Set(unsent.filter((row) => isSceneEdit(row.change)).map((row) => sceneOfChange(row.change)));
  const orphans = base.scenes.filter((scene) => !here.has(scene.id) && edited.has(scene.id));
  return {
    ...base,
    project: fetched.project,
    scenes: inPlayOrder([...fetched.scenes, ...orphans]),
    tombstones: base.tombstones.filter(
      (tombstone) => !here.has(tombstone.sceneId) && now - tombstone.deletedAt < TOMBSTONE_KEPT_MS,
    ),
    hasScenes: true,
    orphanIds: orphans.map((scene) => scene.id),
    takes: takesAfter(base, fetched.scenes),
    pulledAt: now,
  };
}
