/** Downloads finished clips to this device, once each. */
import { follow } from '#data/follow.ts';
import type { ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { Device } from '#data/device.ts';
import { mediaUrl } from '#shared/api/media.ts';
import { isTiedToTab } from '#data/tables/exports.ts';
import { readIsPaused, readNotKept } from '#data/tables/offline-choice.ts';

export type WantedClip = { sha256: string; url: string };

export type ClipFetchDeps = {
  db: StoryreelDb;
  device: Device;
  store: ClipStore;
  /** The bytes of a clip. @throws ApiError, OfflineError, AbortError */
  open(url: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
};

export type FetchClip = (clip: WantedClip, signal?: AbortSignal) => Promise<void>;

/**
 * A function that downloads a clip into the store unless it's there already. Calls for the same clip share one
 * download; a caller that gives up doesn't stop it for the others.
 * It throws what `open` and `ClipStore.write` throw.
 */
export function createClipFetch({ db, device, store, open }: ClipFetchDeps): FetchClip {
  const running = new Map<string, Promise<void>>();
  const bring = async ({ sha256, url }: WantedClip): Promise<void> => {
    const file = await store.read(sha256);
    const sizeBytes = file ? file.size : (await store.write(sha256, await open(url))).sizeBytes;
    // The file first, then its row: if the tab dies in between, no row points to a missing file.
    await db.clips.put({ sha256, sizeBytes, storedAt: device.now() });
  };
  return (clip, signal) => {
    const shared = running.get(clip.sha256) ?? bring(clip).finally(() => running.delete(clip.sha256));
    running.set(clip.sha256, shared);
    return signal ? orAborted(shared, signal) : shared;
  };
}

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
  const here = new Set(await db.clips.toCollection().primaryKeys());
  const wanted = new Map<string, WantedClip>();
  for (const { sha256, videoUrl } of scenes)
    if (sha256 !== null && videoUrl !== null && !here.has(sha256)) wanted.set(sha256, { sha256, url: videoUrl });
  for (const { mediaId } of rows.flatMap(({ audio }) => audio))
    if (!here.has(mediaId)) wanted.set(mediaId, { sha256: mediaId, url: mediaUrl(mediaId) });
  return [...wanted.values()];
}

/** A second download hides the first one's round trips; a third would only compete for bandwidth. */
const AT_ONCE = 2;

/**
 * Downloads whatever is missing, until the signal is aborted. A clip that failed is tried again when the rows change,
 * or on `retry`.
 */
export function runClipFetch(
  {
    db,
    userId,
    fetchClip,
    onFailed,
  }: { db: StoryreelDb; userId: string; fetchClip: FetchClip; onFailed: (error: unknown) => void },
  signal: AbortSignal,
): { retry(): void } {
  const failed = new Set<string>();
  const underWay = new Set<string>();
  let missing: WantedClip[] = [];

  const look = (): void => {
    for (const clip of missing) {
      if (signal.aborted || underWay.size >= AT_ONCE) return;
      if (!underWay.has(clip.sha256) && !failed.has(clip.sha256)) void bring(clip);
    }
  };
  const bring = async (clip: WantedClip): Promise<void> => {
    underWay.add(clip.sha256);
    try {
      await fetchClip(clip, signal);
    } catch (error) {
      failed.add(clip.sha256);
      if (!signal.aborted) onFailed(error);
    } finally {
      underWay.delete(clip.sha256);
      missing = missing.filter(({ sha256 }) => sha256 !== clip.sha256);
      look();
    }
  };
  const see = (clips: WantedClip[]): void => {
    missing = clips;
    look();
  };
  follow(() => missingClips(db, userId), see, onFailed, signal);
  return {
    retry() {
      failed.clear();
      void missingClips(db, userId).then(see, onFailed);
    },
  };
}

/**
 * Removes clips that no row refers to: their scene was generated again, or their project is gone. Skipped while a movie
 * is being exported or is in a page's memory, because it may still read them.
 */
export async function removeUnusedClips(db: StoryreelDb, store: Pick<ClipStore, 'remove'>): Promise<void> {
  if ((await db.exports.filter(isTiedToTab).count()) > 0) return;
  const [bases, scenes, tombstones, clips, own] = await Promise.all([
    db.bases.toArray(),
    db.scenes.toArray(),
    db.tombstones.toArray(),
    db.clips.toArray(),
    db.ownFiles.toArray(),
  ]);
  const told = bases.flatMap((base) => [...base.scenes, ...base.tombstones.flatMap((tombstone) => tombstone.rows)]);
  const used = new Set(
    [...told, ...scenes, ...tombstones.flatMap((tombstone) => tombstone.rows), ...own].map(({ sha256 }) => sha256),
  );
  for (const { sha256 } of clips.filter((clip) => !used.has(clip.sha256))) {
    await db.clips.delete(sha256);
    await store.remove(sha256);
  }
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
