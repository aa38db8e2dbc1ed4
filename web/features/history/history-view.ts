/** What the panel draws, made of what the server told, what only this device knows, and the rows as they are. Pure. */
import type { Change } from '#data/change.ts';
import { isSceneEdit } from '#data/scene-of-change.ts';
import { refusedEditWords } from '#editor/words.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { movieAudioListSchema } from '#shared/entities/movie-audio.ts';
import { editAudio } from '#shared/rules/audio-edits.ts';
import { audioMadeInto } from '#shared/rules/changed-audio.ts';
import { withTextChanges } from '#shared/rules/text-changes.ts';
import { z } from 'zod';
import type { OverruledValue, ProjectHistory } from '#data/live.ts';
import type { PulledHistoryRow } from '#data/tables/rows.ts';
import {
  characterPictureSchema,
  historyFields,
  isKnownChange,
  replacedFields,
  writtenCharacter,
  writtenCharacterSchema,
  type CharacterPicture,
  type DeviceIdentity,
  type FieldChange,
  type KnownChange,
  type HistoryField,
  type WrittenCharacter,
} from '#shared/entities/history.ts';
import type { Project } from '#shared/entities/project.ts';
import type { Scene } from '#shared/entities/scene.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { inFormerOrder, inPlayOrder } from '#shared/rules/scene-order.ts';
import {
  actionOf,
  dayText,
  deletedCharacter as deletedCharacterTitle,
  historyWords,
  replacedTitle,
  titleOf,
  type Action,
} from './history-words.ts';
import { isText, valueText } from '#widgets/value-words.ts';
import { unsentSteps } from './unsent-steps.ts';

/** Names of devices; null is this browser. */
export type Replacement = {
  /** Unique within the entry. */
  key: string;
  isText: boolean;
  before: string;
  after: string;
  /** Of a character whose picture was replaced; null for other values. */
  pictures: { name: string; before: CharacterPicture; after: CharacterPicture } | null;
  /** Which of the two the movie has now. */
  current: 'before' | 'after' | 'neither';
  by: string | null;
  of: string | null;
  /** What brings the former value back, or why nothing does. */
  restore: { sceneId: string | null; values: Partial<Record<HistoryField, unknown>> } | { refusal: string };
};

export type Restoration = Exclude<Replacement['restore'], { refusal: string }>;

export type HistoryItem = {
  id: string;
  at: number;
  title: string;
  /** Null for what the server did by itself. */
  device: { name: string | null } | null;
  isUnsent: boolean;
  replaced: Replacement[];
  /** What a change of the order can be taken back to; null for other steps, and where too few of the scenes are left. */
  order: FormerOrder | null;
  /** Scenes that the step deleted, the last one first; null for other steps. */
  deleted: Deleted | null;
  /** The character that the step deleted; null for other steps. */
  deletedCharacter: { character: WrittenCharacter; isGone: boolean } | null;
};

/** `goneIds`: those that haven't been restored since. */
export type Deleted = { sceneIds: string[]; goneIds: string[] };

/** Of those scenes that are still there. */
export type FormerOrder = {
  /** The first of them. */
  titles: { id: string; title: string }[];
  /** How many come after those. */
  more: number;
  /** Whether the scenes have this order now. */
  isCurrent: boolean;
  restore: Restoration;
};

export type HistoryDay = { name: string; items: HistoryItem[] };

/** Lines that a former order takes at the most: it is to be recognized, not read. */
const ORDER_LINES = 6;

/** Edits of one kind, on one device, that follow each other so closely are told together. */
const TOGETHER_MS = 10 * 60_000;

type Rows = { project: Project; scenes: readonly Scene[] };
type Drawn = HistoryItem & { action: Action | null; numbers: number[]; deviceId: string | null };

/** The newest first, by days. */
export function historyDays(history: ProjectHistory, rows: Rows, now: number): HistoryDay[] {
  const own = history.overruled.map((value) => overruledItem(value, rows));
  const told = together(history.entries.map((entry) => toldItem(entry, rows, history.ownDeviceId)));
  const unsent = together(
    unsentSteps(history, [...rows.scenes, ...history.deletedScenes]).map((step) => ({
      ...toldItem(step, rows, step.device?.id ?? null),
      isUnsent: true,
    })),
  );
  const days: HistoryDay[] = [];
  // By time, in which the server's entries are already.
  const items = [...own, ...unsent, ...told].toSorted((a, b) => b.at - a.at);
  for (const { action: _, numbers: __, deviceId: ___, ...item } of items) {
    const name = dayText(item.at, now);
    const last = days.at(-1);
    if (last?.name === name) last.items.push(item);
    else days.push({ name, items: [item] });
  }
  return days;
}

function toldItem(entry: PulledHistoryRow, rows: Rows, ownId: string | null): Drawn {
  const { id, at, device, sceneId, sceneNumber } = entry;
  const nameOf = (one: DeviceIdentity | null): string | null =>
    one === null ? historyWords.anotherDevice : one.id === ownId ? null : one.name;
  const replaced = replacedFields(entry);
  const numbers = sceneNumber === null ? [] : [sceneNumber];
  const action = actionOf(entry);
  const isTitled = replaced.length > 0;
  const deletedCharacter = characterDeletedBy(entry, rows);
  return {
    id,
    at,
    action: isTitled || deletedCharacter !== null ? null : action,
    numbers,
    deviceId: device?.id ?? null,
    title: isTitled ? replacedTitle(sceneNumber, fieldsOf(replaced)) : plainTitle(action, numbers, deletedCharacter),
    device: device && { name: nameOf(device) },
    isUnsent: false,
    replaced: replacements(replaced, entry.fields.filter(isKnownChange), sceneId, rows, (change) => ({
      by: nameOf(device),
      of: nameOf(change.replaced?.device ?? null),
    })),
    order: formerOrder(entry, rows),
    deleted: deletedBy(entry, rows),
    deletedCharacter,
  };
}

function plainTitle(action: Action, numbers: readonly number[], deleted: HistoryItem['deletedCharacter']): string {
  return deleted === null ? titleOf(action, numbers) : deletedCharacterTitle(deleted.character.name);
}

function characterDeletedBy({ kind, fields }: PulledHistoryRow, { project }: Rows): HistoryItem['deletedCharacter'] {
  const former = fields.find(({ field }) => field === 'character')?.before;
  const character = writtenCharacterSchema.safeParse(former).data;
  if (kind !== 'delete-character' || character === undefined) return null;
  return { character, isGone: characterOf(project, character.id) === undefined };
}

function deletedBy({ kind, sceneId }: PulledHistoryRow, { scenes }: Rows): Deleted | null {
  if (kind !== 'delete-scene' || sceneId === null) return null;
  return { sceneIds: [sceneId], goneIds: scenes.some(({ id }) => id === sceneId) ? [] : [sceneId] };
}

function formerOrder({ fields }: Pick<PulledHistoryRow, 'fields'>, { scenes }: Rows): FormerOrder | null {
  const change = fields.find(({ field }) => field === 'sceneOrder');
  const former = z.array(z.string()).safeParse(change?.before);
  if (!former.success) return null;
  const whole = inPlayOrder(scenes).filter(({ isExtension }) => !isExtension);
  const present = whole.map(({ id }) => id);
  const titles = former.data.flatMap((id) => whole.find((scene) => scene.id === id) ?? []);
  if (titles.length < 2) return null;
  const told = titles.slice(0, titles.length > ORDER_LINES ? ORDER_LINES - 1 : ORDER_LINES);
  return {
    titles: told.map(({ id, title }) => ({ id, title })),
    more: titles.length - told.length,
    isCurrent: sameValue(inFormerOrder(present, former.data), present),
    restore: { sceneId: null, values: { sceneOrder: former.data } },
  };
}

/** What this device's own edit puts in the place of another's, as far as the server has not told of it. */
function overruledItem({ row, isUnsent }: OverruledValue, rows: Rows): Drawn {
  const [mine, theirs] = [row.changes[0], row.inverse[0]];
  const sceneId = theirs && isSceneEdit(theirs) ? theirs.sceneId : null;
  const former = new Map(Object.entries(patchOf(theirs, rows)));
  const present = new Map(Object.entries(patchOf(mine, rows, true)));
  const fields = historyFields
    .filter((field) => former.has(field))
    .map((field) => ({ field, before: former.get(field), after: present.get(field), replaced: null }));
  const scene = rows.scenes.find(({ id }) => id === sceneId);
  return {
    id: `own-${row.seq}`,
    at: row.at,
    action: null,
    numbers: [],
    deviceId: null,
    title: replacedTitle(scene?.sceneNumber ?? null, fieldsOf(fields)),
    device: { name: null },
    isUnsent,
    replaced: replacements(fields, fields, sceneId, rows, () => ({ by: null, of: historyWords.anotherDevice })),
    order: null,
    deleted: null,
    deletedCharacter: null,
  };
}

/**
 * The fields that a change sets: of an edit of texts all texts that the scene then has, and of music all of that.
 * @param isMade whether the rows have it already
 */
function patchOf(change: Change | undefined, { project, scenes }: Rows, isMade = false): object {
  if (change?.kind === 'patch-character') {
    const character = characterOf(project, change.characterId);
    if (character === undefined) return {};
    const { picture, name, description } = change.patch;
    const isOfWords = name !== undefined || description !== undefined;
    const words = { name: name ?? character.name, description: description ?? character.description };
    return {
      ...(isOfWords && { character: { ...character, ...words } }),
      ...(picture !== undefined && {
        characterPicture: { id: character.id, imageUrl: mediaUrl(picture), isOwn: true } satisfies CharacterPicture,
      }),
    };
  }
  if (change?.kind === 'edit-audio') return { audio: isMade ? project.audio : editAudio(project.audio, change.edits) };
  if (change?.kind === 'patch-texts') {
    const scene = scenes.find(({ id }) => id === change.sceneId);
    return scene ? { textOverlays: withTextChanges(scene.textOverlays, change.texts) } : {};
  }
  return change && 'patch' in change ? change.patch : {};
}

function replacements(
  replaced: readonly KnownChange[],
  all: readonly KnownChange[],
  sceneId: string | null,
  rows: Rows,
  devices: (change: FieldChange) => Pick<Replacement, 'by' | 'of'>,
): Replacement[] {
  const row = rowOf(replaced, sceneId, rows);
  const now = new Map(Object.entries(row ?? {}));
  const isTrim = ({ field }: KnownChange): boolean => field === 'trimStart' || field === 'trimEnd';
  // Start and end are valid together, and so come back together.
  const trims = replaced.some(isTrim) ? all.filter(isTrim) : [];
  const groups = [...replaced.filter((change) => !isTrim(change)).map((change) => [change]), trims];
  const valuesOf = (changes: readonly KnownChange[]) =>
    Object.fromEntries(changes.map((change) => [change.field, valueWith(change, 'before', now)]));
  return groups.flatMap((changes): Replacement[] => {
    const marked = changes.find((change) => replaced.includes(change));
    if (marked === undefined) return [];
    const has = (side: 'before' | 'after'): boolean =>
      changes.every((change) => sameValue(now.get(change.field), valueWith(change, side, now)));
    const textOf = (side: 'before' | 'after'): string =>
      changes.map((change) => valueText(change.field, change[side])).join(', ');
    return [
      {
        key: marked.field,
        isText: isText(marked.field),
        before: textOf('before'),
        after: textOf('after'),
        pictures: picturesOf(marked, rows),
        current: has('after') ? 'after' : has('before') ? 'before' : 'neither',
        ...devices(marked),
        restore: restorationOf(marked, row, { sceneId, values: valuesOf(changes) }),
      },
    ];
  });
}

/** That of a picture says both, so that it's undone where the bytes of neither are here. */
function restorationOf(marked: KnownChange, row: object | undefined, restore: Restoration): Replacement['restore'] {
  const isOfCharacter = marked.field === 'character' || marked.field === 'characterPicture';
  if (row === undefined) return { refusal: isOfCharacter ? refusedEditWords.noCharacter : historyWords.sceneGone };
  if (marked.field !== 'characterPicture') return restore;
  const [former, replacing] = [pictureIn(marked.before), pictureIn(marked.after)];
  if (!former?.isOwn) return { refusal: refusedEditWords.noPicture };
  return { sceneId: null, values: { characterPicture: { former, replacing } } };
}

function pictureIn(value: unknown): CharacterPicture | null {
  return characterPictureSchema.safeParse(value).data ?? null;
}

function picturesOf({ field, before, after }: KnownChange, { project }: Rows): Replacement['pictures'] {
  const [former, present] = [pictureIn(before), pictureIn(after)];
  if (field !== 'characterPicture' || former === null || present === null) return null;
  return { name: characterOf(project, present.id)?.name ?? '', before: former, after: present };
}

/** What the values are of, as it is now; undefined where that is gone. */
function rowOf(
  replaced: readonly KnownChange[],
  sceneId: string | null,
  { project, scenes }: Rows,
): object | undefined {
  if (sceneId !== null) return scenes.find(({ id }) => id === sceneId);
  const words = replaced.find(({ field }) => field === 'character');
  const pictures = replaced.find(({ field }) => field === 'characterPicture');
  if (words === undefined && pictures === undefined) return project;
  const characterId = writtenCharacterSchema.safeParse(words?.after).data?.id ?? pictureIn(pictures?.after)?.id;
  const character = characterOf(project, characterId);
  const imageUrl = project.characterReferences.find(({ id }) => id === characterId)?.imageUrl;
  // Of the two that the history has, the one that is shown: the character itself doesn't say whose file it is.
  const characterPicture = [pictures?.after, pictures?.before].find((one) => pictureIn(one)?.imageUrl === imageUrl);
  return character && { ...project, character, characterPicture };
}

function characterOf({ characterReferences }: Project, characterId: string | undefined): WrittenCharacter | undefined {
  const character = characterReferences.find(({ id }) => id === characterId);
  return character && writtenCharacter(character);
}

/** The value as it is with one side of a change: of music only what the change was about. */
function valueWith(change: FieldChange, side: 'before' | 'after', now: ReadonlyMap<string, unknown>): unknown {
  const [to, from] = [change[side], change[side === 'before' ? 'after' : 'before']];
  if (change.field !== 'audio') return to;
  const lists = z.tuple([movieAudioListSchema, movieAudioListSchema, movieAudioListSchema]);
  const parsed = lists.safeParse([now.get('audio'), from, to]);
  return parsed.success ? audioMadeInto(parsed.data[0], { from: parsed.data[1], to: parsed.data[2] }) : to;
}

function together(items: readonly Drawn[]): Drawn[] {
  const lines: Drawn[] = [];
  for (const item of items) {
    const newer = lines.at(-1);
    const isOne =
      newer !== undefined &&
      item.action !== null &&
      newer.action === item.action &&
      newer.deviceId === item.deviceId &&
      newer.at - item.at <= TOGETHER_MS;
    if (!isOne) lines.push(item);
    else {
      const numbers = [...newer.numbers, ...item.numbers];
      const title = titleOf(item.action ?? 'edit-scene', numbers);
      // The line is one step: it leads back to before the first of them.
      lines[lines.length - 1] = {
        ...newer,
        numbers,
        title,
        order: item.order ?? newer.order,
        deleted: bothDeleted(newer.deleted, item.deleted),
      };
    }
  }
  return lines;
}

function bothDeleted(newer: Deleted | null, older: Deleted | null): Deleted | null {
  if (newer === null || older === null) return newer ?? older;
  const join = (field: keyof Deleted): string[] => [...new Set([...newer[field], ...older[field]])];
  return { sceneIds: join('sceneIds'), goneIds: join('goneIds') };
}

function fieldsOf(changes: readonly Pick<KnownChange, 'field'>[]): HistoryField[] {
  return changes.map(({ field }) => field);
}
