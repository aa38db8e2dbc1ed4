/** What the person's projects keep on this device, and how to make room. Rows of the document are never removed. */
import type { StoredFile } from '#opfs/stored-files.ts';
import type { StoredKind } from '#opfs/stored-kinds.ts';
import type { ClipStore } from './clip-store.ts';
import type { StoryreelDb } from './db.ts';
import { formerScenes } from './document/takes.ts';
import { isTiedToTab } from './tables/exports.ts';
import { readIsPaused, readNotKept } from './tables/offline-choice.ts';
import type { ProjectRow, SceneRow } from './tables/rows.ts';

export { createSavedProject, removeFinishedSaves } from '#opfs/saved-projects.ts';
export { claimShared, removeShared } from '#opfs/shared-files.ts';
export { listStored, removeRemade, type StoredFile } from '#opfs/stored-files.ts';
export type { StoredKind } from '#opfs/stored-kinds.ts';

export type ProjectClips = {
  project: ProjectRow;
  sceneCount: number;
  /** Hashes of the clips that its scenes play. */
  clips: ReadonlySet<string>;
  /** Hashes of clips that scenes had before, or that deleted scenes have. */
  takes: ReadonlySet<string>;
  isKept: boolean;
};
export type DeviceStorage = {
  projects: ProjectClips[];
  /** Hashes of the clips that are here. */
  here: ReadonlySet<string>;
  isPaused: boolean;
  /** An export reads files of this device until it ends. */
  isExporting: boolean;
};

/** Of one person, the project that was changed last first. */
export async function readDeviceStorage(db: StoryreelDb, userId: string): Promise<DeviceStorage> {
  const projects = await db.projects.where('userId').equals(userId).toArray();
  const ids = projects.map(({ id }) => id);
  const [scenes, bases, clips, notKept, isPaused, tied] = await Promise.all([
    db.scenes.where('projectId').anyOf(ids).toArray(),
    db.bases.where('projectId').anyOf(ids).toArray(),
    db.clips.toCollection().primaryKeys(),
    readNotKept(db),
    readIsPaused(db),
    db.exports.filter(isTiedToTab).count(),
  ]);
  const rows = projects.map((project): ProjectClips => {
    const own = scenes.filter(({ projectId }) => projectId === project.id);
    const played = hashesOf(own);
    const base = bases.find(({ projectId }) => projectId === project.id);
    const takes = new Set([...hashesOf(base ? formerScenes(base) : [])].filter((sha256) => !played.has(sha256)));
    const sceneCount = own.filter(({ isExtension }) => !isExtension).length;
    return { project, sceneCount, clips: played, takes, isKept: !notKept.has(project.id) };
  });
  const byChange = rows.toSorted((a, b) => b.project.updatedAt - a.project.updatedAt);
  return { projects: byChange, here: new Set(clips), isPaused, isExporting: tied > 0 };
}

export type ProjectSizes = { clips: number; takes: number; scrubCopies: number; total: number };

/** Bytes that a project takes up here. Clips that two projects share count for both. */
export function sizesOf(
  { clips, takes }: Pick<ProjectClips, 'clips' | 'takes'>,
  stored: Record<StoredKind, readonly StoredFile[]>,
): ProjectSizes {
  const sum = (files: readonly StoredFile[], isOf: (name: string) => boolean): number =>
    files.reduce((bytes, { name, sizeBytes }) => (isOf(name) ? bytes + sizeBytes : bytes), 0);
  const sizes = {
    clips: sum(stored.clips, (name) => clips.has(name)),
    takes: sum(stored.clips, (name) => takes.has(name)),
    scrubCopies: sum(stored.scrubCopies, (name) => isCopyOf(name, clips) || isCopyOf(name, takes)),
  };
  return { ...sizes, total: sizes.clips + sizes.takes + sizes.scrubCopies };
}

/** Whether a scrub copy was made of one of these clips. */
export function isCopyOf(name: string, clips: ReadonlySet<string>): boolean {
  return clips.has(name.slice(0, 64));
}

/**
 * Removes the clips of a project that isn't kept offline: the server has them, and they come again when something needs
 * them. A clip that a kept project plays stays, and so does one that the server doesn't have.
 */
export async function removeClipsOf(
  db: StoryreelDb,
  store: Pick<ClipStore, 'remove'>,
  userId: string,
  projectId: string,
): Promise<void> {
  const { projects, isExporting } = await readDeviceStorage(db, userId);
  if (isExporting) return;
  const own = projects.find(({ project }) => project.id === projectId);
  if (!own || own.isKept) return;
  const kept = new Set(projects.filter(({ isKept }) => isKept).flatMap(({ clips, takes }) => [...clips, ...takes]));
  const scenes = await db.scenes.where('projectId').equals(projectId).toArray();
  const onServer = hashesOf(scenes.filter(({ videoUrl }) => videoUrl !== null));
  for (const sha256 of [...onServer].filter((one) => !kept.has(one))) {
    // The row first: none is to say that a clip is here which is not.
    await db.clips.delete(sha256);
    await store.remove(sha256);
  }
}

function hashesOf(scenes: readonly Pick<SceneRow, 'sha256'>[]): Set<string> {
  return new Set(scenes.flatMap(({ sha256 }) => sha256 ?? []));
}
