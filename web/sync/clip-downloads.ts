/** Brings the clips that are to be on this device, and removes those that nothing refers to. */
import { ApiError, OfflineError } from '#api/errors.ts';
import type { ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import { filesOfScenes, soundsOf } from '#data/document/files-of-movie.ts';
import { formerScenes } from '#data/document/takes.ts';
import { reserveOf, type ReadRoom } from '#data/room.ts';
import { follow } from '#data/follow.ts';
import { isTiedToTab } from '#data/tables/exports.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { picturesOf } from '#shared/rules/pictures-of-scene.ts';
import { readTimesFreed } from '#data/tables/freed.ts';
import { readIsPaused, readNotKept } from '#data/tables/offline-choice.ts';
import { hashesOnlyHere } from '#data/tables/own-files.ts';
import { readOpenedClips } from '#data/tables/opened-file.ts';
import type { FetchClip, WantedClip } from './clip-fetch.ts';
import { createRetries } from './retries.ts';
import type { Timer } from './timer.ts';

/**
 * The finished clips of a person's scenes, and the music and voices of their movies, that are to be on this device and
 * aren't; none while downloads pause.
 */
export async function missingClips(db: StoryreelDb, userId: string): Promise<WantedClip[]> {
  const [notKept, isPaused] = await Promise.all([readNotKept(db), readIsPaused(db)]);
  if (isPaused) return [];
  const all = await db.projects.where('userId').equals(userId).toArray();
  const rows = all.filter(({ id }) => !notKept.has(id));
  const projects = rows.map(({ id }) => id);
  const scenes = await db.scenes.where('projectId').anyOf(projects).toArray();
  // What only this device has can't come from the server.
  const here = new Set([...(await db.clips.toCollection().primaryKeys()), ...(await hashesOnlyHere(db))]);
  const own = await db.ownFiles.where('userId').equals(userId).toArray();
  const sizes = new Map(own.map(({ sha256, file }) => [sha256, file.sizeBytes]));
  const wanted = new Map<string, WantedClip>();
  const want = (sha256: string, url: string = mediaUrl(sha256), sizeBytes = sizes.get(sha256)): void => {
    if (!here.has(sha256)) wanted.set(sha256, { sha256, url, sizeBytes });
  };
  for (const { sha256, videoUrl, mediaBytes } of scenes)
    if (sha256 !== null && videoUrl !== null) want(sha256, videoUrl, mediaBytes ?? undefined);
  // Pictures are fetched too, so that they are seen, and their clips made anew, without the network.
  for (const picture of scenes.flatMap(picturesOf)) want(picture);
  for (const sound of rows.flatMap(({ audio }) => soundsOf(audio))) want(sound);
  return [...wanted.values()];
}

/** A second download hides the first one's round trips; a third would only compete for bandwidth. */
const AT_ONCE = 2;

/** After as many failures the file itself is at fault, and every try may cost a whole download. */
const TIMES_TRIED = 5;
/** Then, and where this device is full, it is tried this seldom. Freed space and a server that is back are heard of. */
const SELDOM_MS = 600_000;

export type ClipDownloadDeps = {
  db: StoryreelDb;
  userId: string;
  fetchClip: FetchClip;
  readRoom: ReadRoom;
  /** Takes room that is left to the document, unless it is taken. @throws QuotaExceededError (a DOMException) */
  keepSpareRoom(): Promise<void>;
  timer: Timer;
  dice(): number;
  onFailed(error: unknown): void;
};

/**
 * Downloads whatever is missing, until the signal is aborted, but nothing into the room that the document may need. A file
 * that failed is tried again by time, when space was freed, and on `retry`.
 */
export function runClipFetch(
  { db, userId, fetchClip, readRoom, keepSpareRoom, onFailed, ...clock }: ClipDownloadDeps,
  signal: AbortSignal,
): { retry(): void } {
  const underWay = new Set<string>();
  /** The bytes of those that have been begun. */
  const taking = new Map<string, number>();
  /** Part of what has been begun is counted twice: once it has ended, these may fit after all. */
  const maybeLater = new Set<string>();
  let missing: WantedClip[] = [];

  const look = (): void => {
    for (const clip of missing) {
      if (signal.aborted || underWay.size >= AT_ONCE) return;
      if (!underWay.has(clip.sha256) && retries.isDue(clip.sha256)) void bring(clip);
    }
  };
  const bring = async (clip: WantedClip): Promise<void> => {
    underWay.add(clip.sha256);
    try {
      await takeRoom(clip);
      await fetchClip(clip, signal);
      retries.forget(clip.sha256);
      missing = missing.filter(({ sha256 }) => sha256 !== clip.sha256);
    } catch (error) {
      if (isForRoom(error) && taking.size > (taking.has(clip.sha256) ? 1 : 0)) maybeLater.add(clip.sha256);
      else if (!signal.aborted) onFailed(error);
      const isSeldom = isForRoom(error) || (isForGood(error) && retries.failuresOf(clip.sha256) + 1 >= TIMES_TRIED);
      retries.failed(clip.sha256, error, isSeldom ? SELDOM_MS : undefined);
    } finally {
      underWay.delete(clip.sha256);
      if (taking.delete(clip.sha256)) {
        maybeLater.forEach(retries.forget);
        maybeLater.clear();
      }
      look();
    }
  };
  const takeRoom = async ({ sha256, sizeBytes = 0 }: WantedClip): Promise<void> => {
    await keepSpareRoom();
    const room = await readRoom();
    const takes = [...taking.values()].reduce((sum, bytes) => sum + bytes, sizeBytes);
    if (room !== null && room.freeBytes < takes + reserveOf(room))
      throw new DOMException('The rest is left to the document.', 'QuotaExceededError');
    taking.set(sha256, sizeBytes);
  };
  const retries = createRetries(clock, look, signal);
  const see = (clips: WantedClip[]): void => {
    missing = clips;
    look();
  };
  follow(() => missingClips(db, userId), see, onFailed, signal);
  let freedBefore: number | null = null;
  const seeFreed = (times: number): void => {
    if (freedBefore !== null && times !== freedBefore) retries.wake();
    freedBefore = times;
    // Whoever downloads nothing fills this browser, too: with own files, and with movies.
    keepSpareRoom().catch((error: unknown) => (isForRoom(error) ? undefined : onFailed(error)));
  };
  follow(() => readTimesFreed(db), seeFreed, onFailed, signal);
  return { retry: retries.wake };
}

function isForRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}

/** Neither the network nor a server in trouble: the file isn't there, or isn't what it should be. */
function isForGood(error: unknown): boolean {
  return (
    !(error instanceof OfflineError) && !(error instanceof ApiError && (error.status >= 500 || error.status === 429))
  );
}

/**
 * Removes files that no row refers to, of earlier takes and deleted scenes neither: their project is gone, or the time in
 * which they could come back is over. Skipped while a movie is being exported or is in a page's memory, because it may
 * still read them.
 */
export async function removeUnusedClips(db: StoryreelDb, store: Pick<ClipStore, 'remove'>): Promise<void> {
  if ((await db.exports.filter(isTiedToTab).count()) > 0) return;
  const [opened, projects, bases, scenes, tombstones, clips, own] = await Promise.all([
    readOpenedClips(db),
    db.projects.toArray(),
    db.bases.toArray(),
    db.scenes.toArray(),
    db.tombstones.toArray(),
    db.clips.toArray(),
    db.ownFiles.toArray(),
  ]);
  const told = bases.flatMap((base) => [...base.scenes, ...formerScenes(base)]);
  const played = [...told, ...scenes, ...tombstones.flatMap((tombstone) => tombstone.rows)];
  const audio = [...projects, ...bases.flatMap(({ project }) => project ?? [])].flatMap((project) => project.audio);
  const used = new Set([...filesOfScenes(played), ...soundsOf(audio), ...own.map(({ sha256 }) => sha256)]);
  for (const { sha256 } of clips.filter((clip) => !used.has(clip.sha256) && !opened.has(clip.sha256))) {
    await db.clips.delete(sha256);
    await store.remove(sha256);
  }
}
