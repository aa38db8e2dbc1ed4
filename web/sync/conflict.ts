/**
 * The value from another device that this one's unsent edit replaced, kept in history so that it can be restored. Pure.
 */
import type { Change } from '#data/change.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';
import { placeOfText, withTextIds, type TextChange } from '#shared/rules/text-changes.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { BaseRow, NewHistoryRow, OutboxRow } from '#data/tables/rows.ts';
import { patchCharacterRequest } from '#shared/api/characters.ts';
import { mediaHash } from '#shared/api/media.ts';
import { patchProjectRequest } from '#shared/api/projects.ts';
import { audioPatchSchema, type AudioEdit } from '#shared/entities/movie-audio.ts';
import { patchSceneRequest } from '#shared/api/scenes.ts';

/**
 * The history entry of an edit that replaces another device's. Null unless the other device changed a field of this
 * patch, to another value, since this device last saw it.
 * @param seen the base that the edit was made on
 * @param current the base with the server's current row
 * @param at milliseconds since the epoch
 */
export function overruledEntry(row: OutboxRow, seen: BaseRow, current: BaseRow, at: number): NewHistoryRow | null {
  const change = overruledChange(row.change, seen, current);
  if (!change) return null;
  const { projectId, userId, label } = row;
  return { projectId, userId, label, changes: [row.change], inverse: [change], state: 'overruled', at };
}

function overruledChange(change: Change, seen: BaseRow, current: BaseRow): Change | null {
  if (change.kind === 'patch-project') {
    const theirs = overruledFields(change.patch, seen.project, current.project);
    return theirs && { kind: 'patch-project', patch: patchProjectRequest.parse(theirs) };
  }
  if (change.kind === 'edit-audio') {
    const edits = change.edits.flatMap((edit) => overruledPiece(edit, seen, current) ?? []);
    return edits.length === 0 ? null : { kind: 'edit-audio', edits };
  }
  if (change.kind === 'patch-character') {
    const { characterId } = change;
    const find = ({ project }: BaseRow) => {
      const character = project?.characterReferences.find(({ id }) => id === characterId);
      // As a patch has it: by its hash.
      return character && { ...character, picture: mediaHash(character.imageUrl ?? '') ?? undefined };
    };
    const theirs = overruledFields(change.patch, find(seen), find(current));
    return theirs && { kind: 'patch-character', characterId, patch: patchCharacterRequest.parse(theirs) };
  }
  if (change.kind === 'patch-scene') {
    const { sceneId } = change;
    const find = (base: BaseRow) => base.scenes.find((scene) => scene.id === sceneId);
    const theirs = overruledFields(change.patch, find(seen), find(current));
    return theirs && { kind: 'patch-scene', sceneId, patch: patchSceneRequest.parse(theirs) };
  }
  if (change.kind === 'patch-texts') {
    const { sceneId } = change;
    const now = current.scenes.find((scene) => scene.id === sceneId);
    const theirs = now ? overruledTexts(change.texts, withTextIds(sceneId, now.textOverlays)) : [];
    return theirs.length === 0 ? null : { kind: 'patch-texts', sceneId, texts: theirs };
  }
  return null;
}

/** Texts that the other device made another of than this one saw, and this one makes another of again. */
function overruledTexts(mine: readonly TextChange[], now: readonly TextOverlay[]): TextChange[] {
  return mine.flatMap(({ before, after, place }): TextChange[] => {
    const at = before === null ? null : placeOfText(now, before);
    const theirs = at === null ? null : (now[at] ?? null);
    if (theirs === null || sameValue(theirs, before) || sameValue(theirs, after)) return [];
    return [{ before: after, after: theirs, place }];
  });
}

/** What brings the other device's piece, or its fields, back. Edits of other pieces, and of other fields of one, replace nothing. */
function overruledPiece(edit: AudioEdit, seen: BaseRow, current: BaseRow): AudioEdit | null {
  const id = edit.op === 'put' ? edit.piece.id : edit.id;
  const find = ({ project }: BaseRow) => project?.audio.find((piece) => piece.id === id);
  const [before, now] = [find(seen), find(current)];
  if (edit.op === 'patch') {
    const theirs = overruledFields(edit.patch, before, now);
    return theirs && { op: 'patch', id, patch: audioPatchSchema.parse(theirs) };
  }
  if (before === undefined || now === undefined || sameValue(before, now)) return null;
  return { op: 'put', piece: now };
}

/** The other device's values of the fields that both changed; null when there are none. */
function overruledFields(
  mine: object,
  seen: object | null | undefined,
  current: object | null | undefined,
): Record<string, unknown> | null {
  if (!seen || !current) return null;
  const [wanted, before, now] = [Object.entries(mine), new Map(Object.entries(seen)), new Map(Object.entries(current))];
  const theirs = wanted
    .filter(
      ([name, value]) =>
        // What isn't there any more leaves nothing to bring back.
        ![value, now.get(name)].includes(undefined) &&
        !sameValue(now.get(name), before.get(name)) &&
        !sameValue(now.get(name), value),
    )
    .map(([name]): [string, unknown] => [name, now.get(name)]);
  return theirs.length === 0 ? null : Object.fromEntries(theirs);
}
