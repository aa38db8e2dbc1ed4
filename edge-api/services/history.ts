/** A project's history: written with each change and shown only to its owner. */
import {
  characterPictureSchema,
  historyFields,
  writtenCharacterSchema,
  type FieldChange,
  type HistoryEntry,
  type HistoryField,
  type HistoryKind,
} from '#shared/entities/history.ts';
import { uuidv7 } from '#shared/entities/id.ts';
import { movieAudioListSchema } from '#shared/entities/movie-audio.ts';
import { textOverlaysSchema } from '#shared/entities/text-overlay.ts';
import { changedAudio, haveAudioFieldInCommon, type AudioChange } from '#shared/rules/changed-audio.ts';
import { changedTexts } from '#shared/rules/text-changes.ts';
import { limits } from '#shared/limits.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { Deps } from '../deps.ts';
import type { Statement } from '#edge-api/db/client.ts';
import { insertEntry, listEditsSince, listEntries, newestPlace, type LaterEdit } from '#edge-api/repos/history.ts';
import type { ChangeCall } from './change-once.ts';

/** `next` is where the next page starts, null on the last one. */
export type HistoryPage = { entries: HistoryEntry[]; next: number | null };

/** A page of a project's history, newest first. The caller has checked the owner. @param before a place */
export async function listHistory(
  deps: Pick<Deps, 'db'>,
  projectId: string,
  before: number | null,
): Promise<HistoryPage> {
  const found = await listEntries(deps.db, { projectId, before, limit: limits.historyPage + 1 });
  const entries = found.slice(0, limits.historyPage);
  return { entries, next: found.length > entries.length ? (entries.at(-1)?.place ?? null) : null };
}

/** A number that grows with every new entry of a project. */
export function historyMark(deps: Pick<Deps, 'db'>, projectId: string): Promise<number> {
  return newestPlace(deps.db, projectId);
}

export type Happening = {
  kind: HistoryKind;
  scene: { id: string; sceneNumber: number } | null;
  /** The version after the edit. */
  version: number;
  fields?: readonly FieldChange[];
};

/** The statements that record a change. They are part of its batch, so it's recorded once, however often it's sent. */
export function remembered(
  deps: Pick<Deps, 'now' | 'randomBytes'>,
  { device, key }: Pick<ChangeCall, 'device' | 'key'>,
  projectId: string,
  { kind, scene, version, fields = [] }: Happening,
): Statement[] {
  const nowMs = deps.now();
  const id = uuidv7(nowMs, deps.randomBytes(10));
  return insertEntry({ id, projectId, kind, scene, version, device, opKey: key, fields, nowMs });
}

/** A scene or a project, before an edit of it. */
type EditedRow = { projectId: string; sceneId: string | null; version: number };

/**
 * The fields that an edit changes, with both values. A field is marked if another device wrote its former value after
 * the version that the edit was made on: the person hasn't seen what they replaced.
 */
export async function changedFields(
  deps: Pick<Deps, 'db'>,
  { device, madeOn }: Pick<ChangeCall, 'device' | 'madeOn'>,
  row: EditedRow,
  { before, after }: { before: object; after: object },
): Promise<FieldChange[]> {
  const [former, wanted] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const changed = historyFields.filter(
    (field) => wanted.has(field) && !sameValue(former.get(field), wanted.get(field)),
  );
  const isOld = madeOn !== null && madeOn < row.version;
  const since = isOld && changed.length > 0 ? await listEditsSince(deps.db, { ...row, version: madeOn }) : [];
  return withWholeTrim(changed).map((field) => {
    const [was, is] = [former.get(field), wanted.get(field)];
    const writer = sameValue(was, is) ? null : writerOf(field, since, { before: was, after: is });
    const isOwn = writer === null || writer.device?.id === device?.id;
    return { field, before: was, after: is, replaced: isOwn ? null : { device: writer.device, at: writer.at } };
  });
}

type Values = { before?: unknown; after?: unknown };

/** Texts are merged one by one: an edit replaces another one only where both change the same text. */
function haveTextInCommon(one: Values, other: Values): boolean {
  const [first, second] = [textsChangedBy(one), textsChangedBy(other)];
  return first === null || second === null || [...first].some((name) => second.has(name));
}

function textsChangedBy({ before, after }: Values): Set<string> | null {
  const [was, is] = [textOverlaysSchema.safeParse(before), textOverlaysSchema.safeParse(after)];
  return was.success && is.success ? changedTexts(was.data, is.data) : null;
}

/** So is music, and that field by field: an edit replaces another one only where both change the same of a piece. */
function haveAudioInCommon(one: Values, other: Values): boolean {
  const [first, second] = [audioChangedBy(one), audioChangedBy(other)];
  return first === null || second === null || haveAudioFieldInCommon(first, second);
}

function audioChangedBy({ before, after }: Values): AudioChange[] | null {
  const [was, is] = [movieAudioListSchema.safeParse(before), movieAudioListSchema.safeParse(after)];
  return was.success && is.success ? changedAudio(was.data, is.data) : null;
}

/** And what is said of characters, each by itself: its name, and its description. */
function haveWordsInCommon(one: Values, other: Values): boolean {
  const [first, second] = [wordsChangedBy(one), wordsChangedBy(other)];
  return first === null || second === null || first.some((name) => second.includes(name));
}

function wordsChangedBy({ before, after }: Values): string[] | null {
  const [was, is] = [writtenCharacterSchema.safeParse(before).data, writtenCharacterSchema.safeParse(after).data];
  if (was !== undefined && after === null) return [`${was.id}.name`, `${was.id}.description`];
  if (was === undefined || is === undefined) return null;
  return (['name', 'description'] as const)
    .filter((field) => was[field] !== is[field])
    .map((field) => `${is.id}.${field}`);
}

/** Pictures of two characters have nothing to do with each other. */
function areOfOneCharacter(one: Values, other: Values): boolean {
  const [first, second] = [one, other].map(({ after }) => characterPictureSchema.safeParse(after).data?.id);
  return first === second;
}

/** The last writer of a field; null if nobody wrote it since. */
function writerOf(field: HistoryField, since: readonly LaterEdit[], edit: Values): LaterEdit | null {
  return (
    since.find(({ fields }) =>
      fields.some(
        (change) =>
          change.field === field &&
          !sameValue(change.before, change.after) &&
          (field !== 'textOverlays' || haveTextInCommon(change, edit)) &&
          (field !== 'audio' || haveAudioInCommon(change, edit)) &&
          (field !== 'character' || haveWordsInCommon(change, edit)) &&
          (field !== 'characterPicture' || areOfOneCharacter(change, edit)),
      ),
    ) ?? null
  );
}

/** Trim points are valid only together, so both are kept if either changed. */
function withWholeTrim(fields: readonly HistoryField[]): readonly HistoryField[] {
  const isTrim = (field: HistoryField): boolean => field === 'trimStart' || field === 'trimEnd';
  return fields.some(isTrim) ? [...fields.filter((field) => !isTrim(field)), 'trimStart', 'trimEnd'] : fields;
}
