/** Versions of projects: what a document was at some time. Clips aren't in them, only which ones it played. */
import type { Scene } from '#shared/entities/scene.ts';
import type { Project } from '#shared/entities/project.ts';
import { limits } from '#shared/limits.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import type { StoryreelDb } from '../db.ts';
import type { VersionReason, VersionRow } from './rows.ts';

const DAY_MS = 24 * 3_600_000;
/** While somebody edits, a version is kept this often. */
const EVERY_MS = 10 * 60_000;
/** Automatic versions of a project; the oldest go first. Named ones stay for as long as versions do. */
const AUTOMATIC = 40;
const NAMED = 60;

type Kept = { project: Project | null; scenes: readonly Scene[] };
type Wish = { id: string; at: number; reason: VersionReason; name: string | null };

/**
 * Keeps what a project is now, in a transaction of the caller. One that differs in nothing from the newest is not kept
 * again, unless the person names it.
 */
export async function keepVersion(db: StoryreelDb, { project, scenes }: Kept, wish: Wish): Promise<void> {
  if (project === null) return;
  const { id: projectId, userId, title, description, model, levelling, audio } = project;
  const content = { project: { title, description, model, levelling, audio }, scenes: scenes.map(settled) };
  const rows = await versionsOf(db, projectId);
  const newest = rows[0];
  const isSame = newest !== undefined && sameValue({ project: newest.project, scenes: newest.scenes }, content);
  if (isSame && wish.name === null) return;
  await db.versions.put({ ...wish, projectId, userId, ...content });
  await db.versions.bulkDelete(surplus(rows, wish).map(({ id }) => id));
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
export function isExpired({ at }: VersionRow, now: number): boolean {
  return at < now - limits.historyDays * DAY_MS;
}

/** What goes for a new one: the oldest of its kind, and all that are too old. */
function surplus(rows: readonly VersionRow[], { at, name }: Wish): VersionRow[] {
  const isNew = name === null ? { automatic: 1, named: 0 } : { automatic: 0, named: 1 };
  const named = rows.filter((row) => row.name !== null).slice(NAMED - isNew.named);
  const automatic = rows.filter((row) => row.name === null).slice(AUTOMATIC - isNew.automatic);
  return [...rows.filter((row) => isExpired(row, at)), ...automatic, ...named];
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
