/** What the person's projects keep on this device, and how to make room. Rows of the document are never removed. */
import type { StoredFile } from '#opfs/stored-files.ts';
import type { StoredKind } from '#opfs/stored-kinds.ts';
import type { ClipStore } from './clip-store.ts';
import type { StoryreelDb } from './db.ts';
import { filesOfScenes, soundsOf } from './document/files-of-movie.ts';
import { formerScenes } from './document/takes.ts';
import { isTiedToTab } from './tables/exports.ts';
import { readPieces } from './tables/cached-pieces.ts';
import { readIsPaused, readNotKept } from './tables/offline-choice.ts';
import { hashesOnlyHere } from './tables/own-files.ts';
import type { ProjectRow, SceneRow } from './tables/rows.ts';

export { keepsFiles } from '#opfs/files.ts';
export { createSavedProject, removeFinishedSaves } from '#opfs/saved-projects.ts';
export { keepSpareRoom } from '#opfs/spare-room.ts';
export { claimShared, removeShared } from '#opfs/shared-files.ts';
export { listStored, removeRemade, type StoredFile } from '#opfs/stored-files.ts';
export type { StoredKind } from '#opfs/stored-kinds.ts';

export type ProjectClips = {
  project: ProjectRow;
  sceneCount: number;
  /** Hashes of the clips that its scenes play. */
  clips: ReadonlySet<string>;
  /** Hashes of its music, recordings, and pictures. */
  others: ReadonlySet<string>;
  /** Hashes of clips that scenes had before, or that deleted scenes have. */
  takes: ReadonlySet<string>;
  /** Names of pieces of its movies, of which some are here. */
  pieces: ReadonlySet<string>;
  isKept: boolean;
};
export type DeviceStorage = {
  projects: ProjectClips[];
  /** Hashes of the files that are here. */
  here: ReadonlySet<string>;
  /** Hashes of those that the server doesn't have. */
  onlyHere: ReadonlySet<string>;
  isPaused: boolean;
  /** Of what is kept offline. Files whose size nobody has told yet count as empty. */
  downloads: Downloads;
  /** An export reads files of this device until it ends. */
  isExporting: boolean;
};
/** How many files are still to come, and how much of all that is kept offline is here. */
export type Downloads = { count: number; hereBytes: number; allBytes: number };

const none: ReadonlySet<string> = new Set();

/** Of one person, the project that was changed last first. */
export async function readDeviceStorage(db: StoryreelDb, userId: string): Promise<DeviceStorage> {
  const projects = await db.projects.where('userId').equals(userId).toArray();
  const ids = projects.map(({ id }) => id);
  const [scenes, bases, clips, notKept, isPaused, tied, own, pieces] = await Promise.all([
    db.scenes.where('projectId').anyOf(ids).toArray(),
    db.bases.where('projectId').anyOf(ids).toArray(),
    db.clips.toCollection().primaryKeys(),
    readNotKept(db),
    readIsPaused(db),
    db.exports.filter(isTiedToTab).count(),
    db.ownFiles.where('userId').equals(userId).toArray(),
    readPieces(db),
  ]);
  const here = new Set(clips);
  const onlyHere = await hashesOnlyHere(db);
  const sizes = new Map([
    ...scenes.map(({ sha256, mediaBytes }) => [sha256, mediaBytes ?? 0] as const),
    ...own.map(({ sha256, file }) => [sha256, file.sizeBytes] as const),
  ]);
  const rows = projects.map((project): ProjectClips => {
    const ofProject = scenes.filter(({ projectId }) => projectId === project.id);
    const played = hashesOf(ofProject);
    const base = bases.find(({ projectId }) => projectId === project.id);
    const takes = new Set([...hashesOf(base ? formerScenes(base) : [])].filter((sha256) => !played.has(sha256)));
    const sceneCount = ofProject.filter(({ isExtension }) => !isExtension).length;
    const others = new Set([...filesOfScenes(ofProject), ...soundsOf(project.audio)].filter((one) => !played.has(one)));
    const rest = { pieces: pieces.get(project.id) ?? none, isKept: !notKept.has(project.id) };
    return { project, sceneCount, clips: played, others, takes, ...rest };
  });
  const byChange = rows.toSorted((a, b) => b.project.updatedAt - a.project.updatedAt);
  const downloads = downloadsOf(rows, { here, onlyHere, sizes });
  return { projects: byChange, here, onlyHere, isPaused, downloads, isExporting: tied > 0 };
}

function downloadsOf(
  projects: readonly ProjectClips[],
  { here, onlyHere, sizes }: Pick<DeviceStorage, 'here' | 'onlyHere'> & { sizes: ReadonlyMap<string | null, number> },
): Downloads {
  const kept = new Set(projects.filter(({ isKept }) => isKept).flatMap(({ clips, others }) => [...clips, ...others]));
  const bytesOf = (hashes: readonly string[]): number =>
    hashes.reduce((sum, sha256) => sum + (sizes.get(sha256) ?? 0), 0);
  const missing = [...kept].filter((sha256) => !here.has(sha256) && !onlyHere.has(sha256));
  const allBytes = bytesOf([...kept]);
  return { count: missing.length, hereBytes: allBytes - bytesOf(missing), allBytes };
}

export type ProjectSizes = {
  clips: number;
  takes: number;
  scrubCopies: number;
  others: number;
  cached: number;
  total: number;
};

/** Bytes that a project takes up here. What two projects share counts for both. */
export function sizesOf(
  { clips, takes, others, pieces }: Pick<ProjectClips, 'clips' | 'takes' | 'others' | 'pieces'>,
  stored: Record<StoredKind, readonly StoredFile[]>,
): ProjectSizes {
  const sum = (files: readonly StoredFile[], isOf: (name: string) => boolean): number =>
    files.reduce((bytes, { name, sizeBytes }) => (isOf(name) ? bytes + sizeBytes : bytes), 0);
  const sizes = {
    clips: sum(stored.clips, (name) => clips.has(name)),
    takes: sum(stored.clips, (name) => takes.has(name)),
    others: sum(stored.clips, (name) => others.has(name)),
    scrubCopies: sum(stored.scrubCopies, (name) => isCopyOf(name, clips) || isCopyOf(name, takes)),
    cached: sum(stored.segments, (name) => pieces.has(name)),
  };
  return { ...sizes, total: sizes.clips + sizes.takes + sizes.scrubCopies + sizes.others + sizes.cached };
}

/** Whether a scrub copy was made of one of these clips. */
export function isCopyOf(name: string, clips: ReadonlySet<string>): boolean {
  return clips.has(name.slice(0, 64));
}

/**
 * Hashes of the files of a project that can go when it isn't kept offline: they come again when something needs them.
 * What a kept project needs stays, and so does what the server doesn't have: a scene names the address of an own clip long
 * before it is sent.
 */
export function removableOf(
  { projects, here, onlyHere }: Pick<DeviceStorage, 'projects' | 'here' | 'onlyHere'>,
  { clips, others, isKept }: Pick<ProjectClips, 'clips' | 'others' | 'isKept'>,
): string[] {
  if (isKept) return [];
  const kept = new Set(
    projects.filter((one) => one.isKept).flatMap((one) => [...one.clips, ...one.others, ...one.takes]),
  );
  return [...clips, ...others].filter((one) => here.has(one) && !kept.has(one) && !onlyHere.has(one));
}

/** Removes them. */
export async function removeClipsOf(
  db: StoryreelDb,
  store: Pick<ClipStore, 'remove'>,
  userId: string,
  projectId: string,
): Promise<void> {
  const device = await readDeviceStorage(db, userId);
  const own = device.projects.find(({ project }) => project.id === projectId);
  if (!own || device.isExporting) return;
  for (const sha256 of removableOf(device, own)) {
    // The row first: none is to say that a clip is here which is not.
    await db.clips.delete(sha256);
    await store.remove(sha256);
  }
}

function hashesOf(scenes: readonly Pick<SceneRow, 'sha256'>[]): Set<string> {
  return new Set(scenes.flatMap(({ sha256 }) => sha256 ?? []));
}
