/** Which scenes are to be generated, and what they still need for that. Pure. */
import type { Scene } from '#shared/entities/scene.ts';
import { missingNeighbors, sceneAfter, sceneBefore, type MissingNeighbors } from '#shared/rules/frame-neighbors.ts';
import type { SceneGroup } from '#widgets/scene-groups.ts';

/** A scene that gets a start or an ending of its own, as it stands after that. */
export type OwnEnds = Pick<Scene, 'id' | 'continueFromPrevious' | 'continueIntoNext'>;

export type SceneChoice = { sceneIds: string[]; ownEnds: OwnEnds[] };

/** What is chosen at first: what has never failed, or everything if all of it has. */
export function choiceAtFirst(offered: readonly SceneGroup[]): Set<string> {
  const pending = offered.filter(({ status }) => status === 'pending');
  return new Set((pending.length > 0 ? pending : offered).map(({ scene }) => scene.id));
}

/** The rows as they would be generated: scenes with ends of their own take no frame from a neighbor. */
export function withOwnEnds(rows: readonly Scene[], ownEnds: readonly OwnEnds[]): Scene[] {
  return rows.map((row) => ({ ...row, ...ownEnds.find(({ id }) => id === row.id) }));
}

/** The ends that a scene has when it takes no frame from the neighbors that are missing. */
export function ownEndsOf(scene: Scene, missing: MissingNeighbors): OwnEnds {
  return {
    id: scene.id,
    continueFromPrevious: scene.continueFromPrevious && missing.before === null,
    continueIntoNext: scene.continueIntoNext && missing.after === null,
  };
}

/** A neighbor without a clip that a scene needs and that isn’t chosen; null where nothing is missing. */
export function missingFor(scene: Scene, rows: readonly Scene[], chosen: ReadonlySet<string>): MissingNeighbors | null {
  const coming = new Set(rows.filter(({ status }) => status === 'generating').map(({ id }) => id));
  const missing = missingNeighbors(scene, rows, new Set([...coming, ...chosen]));
  return missing.before === null && missing.after === null ? null : missing;
}

/** A scene with every scene that has to be generated for it. Each comes after those that it needs. */
export function withNeighbors(scene: Scene, rows: readonly Scene[]): Scene[] {
  const needed = new Map([[scene.id, scene]]);
  for (const row of needed.values()) {
    const missing = missingFor(row, rows, new Set(needed.keys()));
    for (const neighbor of [missing?.before, missing?.after]) if (neighbor) needed.set(neighbor.id, neighbor);
  }
  return [...needed.values()].toReversed();
}

/** The scenes whose frames a scene starts and ends with. */
export function framesOf(scene: Scene, rows: readonly Scene[]): MissingNeighbors {
  return { before: sceneBefore(scene, rows), after: sceneAfter(scene, rows) };
}
