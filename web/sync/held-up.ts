/** Which changes wait for the person because they touch what a refused change before them touches. Pure. */
import type { Change } from '#data/change.ts';
import { scenesOfChange } from '#data/scene-of-change.ts';
import type { OutboxRow } from '#data/tables/rows.ts';

/**
 * The changes for which the person must first resolve an earlier one that the server refused: one of the same scene, piece
 * of music, character, or field of the project, or the project's creation. Sent before it, they would be overwritten when
 * that one is retried; so would those that touch what another held-up change touches. Nothing holds up the project's
 * deletion.
 * @param rows of one project and one person, in their order
 */
export function heldUpAmong(rows: readonly OutboxRow[]): ReadonlySet<OutboxRow> {
  const blocking: OutboxRow[] = [];
  const heldUp = new Set<OutboxRow>();
  for (const row of rows) {
    const isHeldUp =
      row.change.kind !== 'delete-project' &&
      blocking.some((other) => blocksAll(other) || touchSame(other.change, row.change));
    if (isHeldUp && row.state !== 'parked') heldUp.add(row);
    if (isHeldUp || row.state === 'parked') blocking.push(row);
  }
  return heldUp;
}

/** Nothing can be done to a project that the server doesn't have. */
function blocksAll({ change, refusal }: OutboxRow): boolean {
  return change.kind === 'create-project' || refusal?.isProjectGone === true;
}

/**
 * Without what a deletion of the project makes pointless. Its creation is still sent if that may have reached the server:
 * arriving after the deletion, it would bring the project back.
 * @param rows of one project and one person, in their order
 */
export function withoutSuperseded(rows: readonly OutboxRow[]): readonly OutboxRow[] {
  const isDeleted = rows.some(({ state, change }) => state === 'waiting' && change.kind === 'delete-project');
  return isDeleted
    ? rows.filter(({ change }) => change.kind === 'delete-project' || change.kind === 'create-project')
    : rows;
}

/** Whether two changes share a scene that they read or write. */
export function shareScene(one: Change, other: Change): boolean {
  const scenes = scenesOfChange(other);
  return scenesOfChange(one).some((id) => scenes.includes(id));
}

/** Whether two changes share a scene, or what else of the project they change. */
export function touchSame(one: Change, other: Change): boolean {
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
    case 'add-character':
    case 'patch-character':
    case 'delete-character':
    case 'restore-character':
      return [`characterReferences/${change.characterId}`];
    default:
      return [];
  }
}
