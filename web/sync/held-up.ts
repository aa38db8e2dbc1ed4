/** Which changes wait for the person because they touch what a refused change before them touches. Pure. */
import type { Change } from '#data/change.ts';
import { scenesOfChange } from '#data/scene-of-change.ts';
import type { OutboxRow } from '#data/tables/rows.ts';

/**
 * Whether the person must first resolve an earlier change that the server refused: one of the same scene, piece of music,
 * character, or field of the project, or the project's creation. Sent before it, it would be overwritten when that one is
 * retried.
 */
export function isHeldUp(row: OutboxRow, rows: readonly OutboxRow[]): boolean {
  return rows.some(
    (earlier) =>
      earlier.state === 'parked' &&
      earlier.seq < row.seq &&
      (earlier.change.kind === 'create-project' || touchSame(earlier.change, row.change)),
  );
}

/** Whether two changes share a scene that they read or write. */
export function shareScene(one: Change, other: Change): boolean {
  const scenes = scenesOfChange(other);
  return scenesOfChange(one).some((id) => scenes.includes(id));
}

function touchSame(one: Change, other: Change): boolean {
  const parts = partsOf(other);
  return (
    shareScene(one, other) ||
    partsOf(one).some((part) => parts.some((same) => same === part || isWithin(same, part) || isWithin(part, same)))
  );
}

/** `audio/x` is a piece of `audio`. */
function isWithin(part: string, whole: string): boolean {
  return part.startsWith(`${whole}/`);
}

/** What a change touches besides scenes: fields of the project, pieces of music, and characters. */
function partsOf(change: Change): string[] {
  switch (change.kind) {
    case 'patch-project':
      return Object.keys(change.patch);
    case 'edit-audio':
      return change.edits.map((edit) => `audio/${edit.op === 'put' ? edit.piece.id : edit.id}`);
    case 'patch-character':
    case 'delete-character':
    case 'restore-character':
      return [`characterReferences/${change.characterId}`];
    default:
      return [];
  }
}
