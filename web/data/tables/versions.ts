/** Versions of projects: what a document was at some time. Clips aren't in them, only which ones it played, nor are pictures of characters. */
import type { Scene } from '#shared/entities/scene.ts';
import type { Project } from '#shared/entities/project.ts';
import { writtenCharacter } from '#shared/entities/history.ts';
import { limits } from '#shared/limits.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { surplusVersions } from '#shared/rules/surplus-versions.ts';
import type { StoryreelDb } from '../db.ts';
import type { VersionReason } from '#shared/entities/version.ts';
import type { VersionRow } from './rows.ts';

const DAY_MS = 24 * 3_600_000;
/** While somebody edits, a version is kept this often. */
const EVERY_MS = 10 * 60_000;

type Listed = Pick<VersionRow, 'id' | 'at' | 'name' | 'reason'>;
type Kept = { project: Project | null; scenes: readonly Scene[] };
type Wish = { id: string; at: number; reason: VersionReason; name: string | null };

/**
 * Keeps what a project is now, in a transaction of the caller. One that differs in nothing from the newest is not kept
 * again, unless the person names it.
 */
export async function keepVersion(db: StoryreelDb, { project, scenes }: Kept, wish: Wish): Promise<void> {
  if (project === null) return;
  const { id: projectId, userId, title, description, model, levelling, audio, characterReferences } = project;
  const content = {
    project: { title, description, model, levelling, audio },
    scenes: scenes.map(settled),
    characters: characterReferences.map(writtenCharacter),
  };
  const rows = await versionsOf(db, projectId);
  const newest = rows[0];
  const isSame = newest !== undefined && sameValue(contentOf(newest, content.characters), content);
  if (isSame && wish.name === null) return;
  const row: VersionRow = { ...wish, projectId, userId, ...content, device: null, state: 'waiting' };
  await db.versions.put(row);
  await db.versions.bulkDelete(leavingVersions([row, ...rows], wish.at).map(({ id }) => id));
}

/** @param characters of one that doesn't say */
function contentOf({ project, scenes, characters }: VersionRow, known: VersionRow['characters']) {
  return { project, scenes, characters: characters ?? known };
}

/** Whether the project was last kept so long ago that an edit is to be preceded by a version. */
export async function isVersionDue(db: StoryreelDb, projectId: string, now: number): Promise<boolean> {
  const range = [
    [projectId, now - EVERY_MS],
    [projectId, Number.MAX_SAFE_INTEGER],
  ] as const;
  return (
    (await db.versions
      .where('[projectId+at]')
      .between(...range, false, true)
      .count()) === 0
  );
}

/** The newest first. */
export async function versionsOf(db: StoryreelDb, projectId: string): Promise<VersionRow[]> {
  const rows = await db.versions
    .where('[projectId+at]')
    .between([projectId, 0], [projectId, Number.MAX_SAFE_INTEGER])
    .toArray();
  return rows.toReversed();
}

/** Whether it is older than versions get. It's removed when the next one is kept. */
export function isExpired({ at }: Pick<VersionRow, 'at'>, now: number): boolean {
  return at < now - limits.historyDays * DAY_MS;
}

/** Those that go: all that are too old, and the surplus of the rest. */
export function leavingVersions<Row extends Listed>(rows: readonly Row[], now: number): Row[] {
  const young = rows.filter((row) => !isExpired(row, now));
  return [...rows.filter((row) => isExpired(row, now)), ...surplusVersions(young, now)];
}

/** Ids of a person's versions that are to be sent, the oldest first. The server hears of their projects before. */
export async function versionsToSend(db: StoryreelDb, userId: string): Promise<string[]> {
  const rows = await db.versions.where('[userId+state]').equals([userId, 'waiting']).sortBy('at');
  // Then nothing else is read, and no change of it wakes who follows this.
  if (rows.length === 0) return [];
  const unsent = await db.outbox
    .where('userId')
    .equals(userId)
    .filter(({ change }) => change.kind === 'create-project')
    .toArray();
  const unknown = new Set(unsent.map(({ projectId }) => projectId));
  return rows.filter(({ projectId }) => !unknown.has(projectId)).map(({ id }) => id);
}

/** What only counts, dates, or says what is being generated is no part of a version. */
function settled(scene: Scene): Scene {
  const { sha256 } = scene;
  const status = sha256 === null ? 'pending' : 'complete';
  const nothing = {
    note: null,
    errorMessage: null,
    queuedAt: null,
    answerLost: false,
    version: 0,
    updatedAt: 0,
  } as const;
  return { ...scene, ...nothing, status };
}
