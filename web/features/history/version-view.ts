/** Versions among what happened, and what of a version differs from the project as it is. Pure. */
import type { VersionRow } from '#data/tables/rows.ts';
import { writtenCharacter, type WrittenCharacter } from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { playedSegment } from '#shared/rules/segments.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { inPlayOrder } from '#shared/rules/scene-order.ts';
import { dayText } from './history-words.ts';
import type { HistoryDay, HistoryItem } from './history-view.ts';
import { versionWords as words } from './version-words.ts';

export type Step = { kind: 'item'; item: HistoryItem } | { kind: 'version'; version: VersionRow };
export type StepDay = { name: string; steps: { id: string; step: Step }[] };

/** The newest first, by days. */
export function withVersions(days: readonly HistoryDay[], versions: readonly VersionRow[], now: number): StepDay[] {
  const steps = [
    ...days
      .flatMap(({ items }) => items)
      .map((item) => ({ id: item.id, at: item.at, step: { kind: 'item', item } as const })),
    ...versions.map((version) => ({ id: version.id, at: version.at, step: { kind: 'version', version } as const })),
  ].toSorted((a, b) => b.at - a.at);
  const told: StepDay[] = [];
  for (const { id, at, step } of steps) {
    const name = dayText(at, now);
    const last = told.at(-1);
    if (last?.name === name) last.steps.push({ id, step });
    else told.push({ name, steps: [{ id, step }] });
  }
  return told;
}

type Movie = {
  project: Pick<Project, 'title' | 'description' | 'model' | 'levelling' | 'audio'>;
  scenes: readonly Scene[];
};
type Former = Movie & Pick<VersionRow, 'characters'>;
type Present = Movie & { project: Pick<Project, 'characterReferences'> };
export type SceneDifference = { scene: Scene; differences: string[] };
export type VersionDifference = {
  /** The scenes of the version, in play order. */
  scenes: SceneDifference[];
  /** Scenes that were added since: restoring the version deletes them. */
  added: number;
  /** Characters that came since: restoring the version deletes them, too. */
  addedCharacters: number;
  /** What differs beside the scenes. */
  movie: string[];
  /** Whether restoring it would change anything. */
  isSame: boolean;
  /** How many scenes differ, were added, or were deleted. */
  count: number;
};

export function versionDifference(version: Former, present: Present): VersionDifference {
  const [before, now] = [wholeScenes(version.scenes), wholeScenes(present.scenes)];
  const scenes = before.map((scene) => {
    const current = now.find(({ id }) => id === scene.id);
    const differences =
      current === undefined
        ? [words.differs.deleted]
        : differencesOf({ scene, rows: version.scenes }, { scene: current, rows: present.scenes });
    return { scene, differences };
  });
  const kept = new Set(before.map(({ id }) => id));
  const added = now.filter(({ id }) => !kept.has(id)).length;
  const shared = now.filter(({ id }) => kept.has(id)).map(({ id }) => id);
  const order = before.map(({ id }) => id).filter((id) => shared.includes(id));
  const { project: was } = version;
  const { project: is } = present;
  const movie = [
    ...(was.title === is.title && was.description === is.description ? [] : [words.movie.words]),
    ...(was.model === is.model ? [] : [words.movie.model]),
    ...(was.levelling === is.levelling && sameValue(was.audio, is.audio) ? [] : [words.movie.sound]),
    ...(sameValue(order, shared) ? [] : [words.movie.order]),
    ...(haveSameWords(version.characters, is.characterReferences) ? [] : [words.movie.characters]),
  ];
  const known = version.characters?.map(({ id }) => id);
  const addedCharacters = is.characterReferences.filter(({ id }) => known?.includes(id) === false).length;
  const count = scenes.filter(({ differences }) => differences.length > 0).length + added;
  return { scenes, added, addedCharacters, movie, count, isSame: count === 0 && movie.length === 0 };
}

/** In whatever order. One that doesn't say has what is there. */
function haveSameWords(was: VersionRow['characters'], is: Project['characterReferences']): boolean {
  const byId = (list: readonly WrittenCharacter[]) =>
    list.map(writtenCharacter).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return was === undefined || sameValue(byId(was), byId(is));
}

type Played = { scene: Scene; rows: readonly Scene[] };

function differencesOf(was: Played, is: Played): string[] {
  const differs = (...fields: (keyof Scene)[]): boolean =>
    fields.some((field) => !sameValue(was.scene[field], is.scene[field]));
  const { differs: names } = words;
  // One that had no clip yet keeps the one that it has now.
  const former = playedSegment(was.scene, was.rows).sha256;
  return [
    ...(former === null || former === playedSegment(is.scene, is.rows).sha256 ? [] : [names.clip]),
    ...(differs('trimStart', 'trimEnd') ? [names.trim] : []),
    ...(differs('transition') ? [names.join] : []),
    ...(differs('textOverlays') ? [names.texts] : []),
    ...(differs('gainDb', 'muted', 'fadeInSeconds', 'fadeOutSeconds') ? [names.sound] : []),
    ...(differs('title', 'description', 'negativePrompt', 'metadata') ? [names.words] : []),
    ...(differs('resolution', 'duration', 'model', 'referencePictures', 'continueFromPrevious', 'continueIntoNext')
      ? [names.choices]
      : []),
  ];
}

export function wholeScenes(scenes: readonly Scene[]): Scene[] {
  return inPlayOrder(scenes).filter(({ isExtension }) => !isExtension);
}
