/** Edits of single texts of a scene, so that edits of different texts stay apart wherever they were made. Pure. */
import type { TextOverlay } from '../entities/text-overlay.ts';
import { sameValue } from './same-value.ts';

/** A text that comes (`before` null), goes (`after` null), or becomes another. */
export type TextChange = {
  before: TextOverlay | null;
  after: TextOverlay | null;
  /** Among the scene's texts, in drawing order: where it comes to stand, or stood. */
  place: number;
};

/**
 * Texts with an id each. One without gets one that follows from its scene and place, so that it is the same on every
 * device.
 */
export function withTextIds(sceneId: string, overlays: readonly TextOverlay[]): readonly TextOverlay[] {
  if (overlays.every(({ id }) => id !== undefined)) return overlays;
  const taken = new Set(overlays.map(({ id }) => id));
  return overlays.map((overlay, index) => {
    if (overlay.id !== undefined) return overlay;
    let number = index;
    while (taken.has(idAt(sceneId, number))) number += overlays.length;
    const id = idAt(sceneId, number);
    taken.add(id);
    return { ...overlay, id };
  });
}

function idAt(sceneId: string, number: number): string {
  return sceneId.slice(0, -4) + number.toString(16).padStart(4, '0');
}

/** Whether two are one text, at different times: by their ids, or by what they say where one has none. */
export function isSameText(one: TextOverlay, other: TextOverlay): boolean {
  const [{ id, ...says }, { id: otherId, ...otherSays }] = [one, other];
  return id === undefined || otherId === undefined ? sameValue(says, otherSays) : id === otherId;
}

/** Where a text of a scene is now: others may have been added, removed and moved since. Null when it is gone. */
export function placeOfText(overlays: readonly TextOverlay[], text: TextOverlay): number | null {
  const known = overlays.findIndex(({ id }) => id !== undefined && id === text.id);
  const place = known >= 0 ? known : overlays.findIndex((one) => isSameText(one, text));
  return place >= 0 ? place : null;
}

/** Edits carried out in order. A text that was deleted meanwhile, and is changed, is there again. */
export function withTextChanges(overlays: readonly TextOverlay[], changes: readonly TextChange[]): TextOverlay[] {
  return changes.reduce<TextOverlay[]>(withTextChange, [...overlays]);
}

function withTextChange(overlays: TextOverlay[], { before, after, place }: TextChange): TextOverlay[] {
  const found = placeOfFirst(overlays, [before, after]);
  if (after === null) return found === null ? overlays : overlays.toSpliced(found, 1);
  return found === null ? overlays.toSpliced(place, 0, after) : overlays.with(found, after);
}

function placeOfFirst(overlays: readonly TextOverlay[], texts: readonly (TextOverlay | null)[]): number | null {
  for (const text of texts) {
    const place = text === null ? null : placeOfText(overlays, text);
    if (place !== null) return place;
  }
  return null;
}

/** What undoes edits, in order. */
export function inverseTextChanges(changes: readonly TextChange[]): TextChange[] {
  return changes.toReversed().map(({ before, after, place }) => ({ before: after, after: before, place }));
}

/** The texts that are not the same in two lists, by what they can be told apart by. */
export function changedTexts(before: readonly TextOverlay[], after: readonly TextOverlay[]): Set<string> {
  const [old, now] = [byName(before), byName(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  return new Set([...names].filter((name) => !sameValue(old.get(name), now.get(name))));
}

function byName(overlays: readonly TextOverlay[]): Map<string, TextOverlay> {
  return new Map(overlays.map((overlay) => [overlay.id ?? JSON.stringify(overlay), overlay]));
}
