/** The server's rows as the new base of a project. Pure. */
import type { Tombstone } from '#data/document/document.ts';
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
 * until the person restores it or discards them. What is removed leaves a tombstone: whoever deleted it elsewhere, it can be
 * restored here.
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
  const orphanIds = orphans.map((scene) => scene.id);
  const known = base.tombstones.filter(
    (tombstone) => !here.has(tombstone.sceneId) && now - tombstone.deletedAt < TOMBSTONE_KEPT_MS,
  );
  const deleted = deletedElsewhere(base, { ...fetched, kept: [...here, ...orphanIds], known }, now);
  const tombstones = [...known, ...deleted];
  return {
    ...base,
    project: fetched.project,
    scenes: inPlayOrder([...fetched.scenes, ...orphans]),
    tombstones,
    hasScenes: true,
    orphanIds,
    takes: takesAfter({ ...base, tombstones }, fetched.scenes),
    pulledAt: now,
  };
}

function deletedElsewhere(
  { scenes }: BaseRow,
  { project, kept, known }: { project: Project; kept: readonly string[]; known: readonly Tombstone[] },
  deletedAt: number,
): Tombstone[] {
  const settled = new Set([...kept, ...known.map(({ sceneId }) => sceneId)]);
  return scenes
    .filter((scene) => !scene.isExtension && !settled.has(scene.id) && !isDropped(scene, project))
    .map(({ id: sceneId }) => ({
      sceneId,
      rows: scenes.filter(({ id, parentSceneId }) => id === sceneId || parentSceneId === sceneId),
      deletedAt,
    }));
}

/** What a breakdown wrote that failed in a later part is gone for good: the server has no tombstone of it. */
function isDropped({ status, version }: Scene, { breakdownStatus }: Project): boolean {
  return breakdownStatus === 'failed' && status === 'pending' && version === 1;
}
