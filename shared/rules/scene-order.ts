/** Scene numbers: scenes count 1..n in their order, extensions carry their parent's number and keep their own order. */
import type { Scene } from '../entities/scene.ts';

type Ordered = Pick<Scene, 'id' | 'sceneNumber' | 'isExtension' | 'parentSceneId' | 'extensionIndex'>;

/** Rows in play order: by scene number, a scene before its extensions. */
export function inPlayOrder<T extends Ordered>(rows: readonly T[]): T[] {
  return rows.toSorted(
    (a, b) =>
      a.sceneNumber - b.sceneNumber ||
      (a.isExtension ? (a.extensionIndex ?? 0) : 0) - (b.isExtension ? (b.extensionIndex ?? 0) : 0) ||
      (a.id < b.id ? -1 : 1),
  );
}

/** The same rows in play order with their numbers made gapless; a row whose number stays is returned as it is. */
export function renumber<T extends Ordered>(rows: readonly T[]): T[] {
  const ordered = inPlayOrder(rows);
  const numbers = new Map(ordered.filter((row) => !row.isExtension).map((row, index) => [row.id, index + 1]));
  const numbered = ordered.map((row) => {
    const number = numbers.get(row.isExtension ? (row.parentSceneId ?? '') : row.id) ?? row.sceneNumber;
    return number === row.sceneNumber ? row : { ...row, sceneNumber: number };
  });
  return inPlayOrder(numbered);
}

/**
 * Ids in the order that they had. Those that were added since keep their places; those that are gone are left out.
 * @param present ids as they are now
 */
export function inFormerOrder(present: readonly string[], former: readonly string[]): string[] {
  const here = new Set(present);
  const known = new Set(former.filter((id) => here.has(id)));
  const inTurn = known.values();
  return present.map((id) => (known.has(id) ? (inTurn.next().value ?? id) : id));
}

/** Moves the scene at one place to another (places count scenes, not extensions) and renumbers. */
export function moveScene<T extends Ordered>(rows: readonly T[], from: number, to: number): T[] {
  const scenes = inPlayOrder(rows).filter((row) => !row.isExtension);
  const moved = scenes[from];
  if (!moved || from === to) return renumber(rows);
  const order = scenes.toSpliced(from, 1).toSpliced(to, 0, moved);
  const numbers = new Map(order.map((row, index) => [row.id, index + 1]));
  return renumber(
    rows.map((row) => ({
      ...row,
      sceneNumber: numbers.get(row.isExtension ? (row.parentSceneId ?? '') : row.id) ?? row.sceneNumber,
    })),
  );
}
