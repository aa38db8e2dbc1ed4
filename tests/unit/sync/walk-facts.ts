/** What people wrote in random walks, and where it went: it is there, or stands in the history as what others replaced. */
import { expect } from 'vitest';
import type { HistoryEntry, WrittenCharacter } from '#shared/entities/history.ts';
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import type { TextOverlay } from '#shared/entities/text-overlay.ts';

type Value = string | number | null;
type Place = {
  /** Null for the project. */
  sceneId: string | null;
  field: 'title' | 'description' | 'trimStart' | 'textOverlays' | 'audio' | 'character';
  /** Of a text, a piece of music, or a character. */
  itemId: string | null;
};
export type Fact = Place & { who: number; value: Value };
export type Values = ReadonlyMap<string, Place & { value: Value }>;

type Written = { project: Pick<Project, 'audio' | 'characterReferences'>; scenes: readonly Omit<Scene, 'source'>[] };

/** What is watched of a document, by its place. */
export function valuesOf({ project, scenes }: Written): Values {
  const found = new Map<string, Place & { value: Value }>();
  const note = (place: Place, value: Value): void => {
    found.set(nameOf(place), { ...place, value });
  };
  for (const { id, textOverlays, ...scene } of scenes) {
    for (const field of ['title', 'description', 'trimStart'] as const)
      note({ sceneId: id, field, itemId: null }, scene[field]);
    for (const item of textOverlays)
      if (item.id !== undefined) note({ sceneId: id, field: 'textOverlays', itemId: item.id }, item.text);
  }
  for (const { id, startSeconds } of project.audio) note({ sceneId: null, field: 'audio', itemId: id }, startSeconds);
  for (const { id, name } of project.characterReferences) note({ sceneId: null, field: 'character', itemId: id }, name);
  return found;
}

/** What an edit, its undo, or its redo has made of what was there before. What it removed has no value. */
export function changesOf(who: number, before: Values, after: Values): Fact[] {
  const facts: Fact[] = [];
  for (const [name, { value: old, ...place }] of before) {
    const value = after.get(name)?.value ?? null;
    if (value !== old) facts.push({ ...place, who, value });
  }
  return facts;
}

/**
 * The last values that a device wrote are there, or stand in the history as what others replaced. Values from before any
 * edit, which an undo brings back, needn't: it may have changed nothing at the server.
 * @param refused ids of scenes whose refused edits were given up, and null where those of the project were
 */
export function expectNothingLost(
  written: Written,
  entries: readonly HistoryEntry[],
  { given, refused }: { given: readonly Fact[]; refused: ReadonlySet<string | null> },
): void {
  const scenes = new Set(written.scenes.map(({ id }) => id));
  const there = valuesOf(written);
  const last = new Map(given.map((fact) => [`${fact.who} ${nameOf(fact)}`, fact]));
  for (const fact of last.values()) {
    const isSceneGone = fact.sceneId !== null && !scenes.has(fact.sceneId);
    if (isSceneGone || refused.has(fact.sceneId) || !isOfATurn(fact.value)) continue;
    if (there.get(nameOf(fact))?.value === fact.value) continue;
    expect({ ...fact, isTold: entries.some((entry) => tellsOf(entry, fact)) }).toEqual({ ...fact, isTold: true });
  }
}

const nameOf = ({ sceneId, field, itemId }: Place): string => `${sceneId} ${field} ${itemId}`;

/** Whether a turn has written it: see `ofItsOwn`. */
function isOfATurn(value: Value): boolean {
  return typeof value === 'number' ? Math.round(value * 1_000) % 100 !== 0 : value !== null && / \d+$/.test(value);
}

function tellsOf(entry: HistoryEntry, { sceneId, field, itemId, value }: Fact): boolean {
  const valueIn = (stored: unknown): unknown => {
    if (field === 'character') return characterIn(stored, itemId);
    return itemId === null ? stored : itemIn(stored, itemId);
  };
  return (
    entry.sceneId === sceneId &&
    entry.fields.some(
      (change) => change.field === field && valueIn(change.before) === value && valueIn(change.after) !== value,
    )
  );
}

function itemIn(stored: unknown, itemId: string): unknown {
  const item = (stored as (TextOverlay | MovieAudio)[] | null)?.find(({ id }) => id === itemId);
  return item && ('text' in item ? item.text : item.startSeconds);
}

function characterIn(stored: unknown, characterId: string | null): unknown {
  const character = stored as WrittenCharacter | null;
  return character?.id === characterId ? character?.name : undefined;
}
