/**
 * Uploads frames of clips, because the server doesn't decode video: the poster, and the last frame for a scene that
 * continues from it.
 */
import { follow } from '#data/follow.ts';
import type { ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { SceneRow } from '#data/tables/rows.ts';
import { limits } from '#shared/limits.ts';

/** One frame of a clip as a picture no wider than asked, in pixels. Frames count from 0. */
export type MakeFrame = (clip: Blob, frame: number, maxWidth: number) => Promise<Blob>;

export type FrameDeps = {
  db: StoryreelDb;
  store: Pick<ClipStore, 'read'>;
  makeFrame: MakeFrame;
  /** `PUT /api/media/{sha256}/frames/{which}`. @throws ApiError, OfflineError, AbortError */
  put(sha256: string, which: 'first' | 'last', picture: Blob, signal: AbortSignal): Promise<void>;
  /** The server now has the frame: its rows have changed. */
  onPut(projectId: string): void;
  onFailed(error: unknown): void;
};

const POSTER_WIDTH = 640;

/** Makes the missing frames of a person's clips, one after the other, until the signal is aborted. */
export function runFrames(deps: FrameDeps, userId: string, signal: AbortSignal): void {
  const done = new Set<string>();
  let work = Promise.resolve();
  const see = (scenes: SceneRow[]): void => {
    for (const scene of scenes) {
      if (scene.sha256 === null || done.has(scene.sha256)) continue;
      // Once per page visit: what fails now would fail again.
      done.add(scene.sha256);
      work = work.then(() => makeFrames(deps, scene, signal));
    }
  };
  follow(() => scenesWithoutPoster(deps.db, userId), see, deps.onFailed, signal);
}

/** Scenes that have a clip on this device and no poster anywhere. One with an own clip is told to the server first. */
async function scenesWithoutPoster(db: StoryreelDb, userId: string): Promise<SceneRow[]> {
  const projects = await db.projects.where('userId').equals(userId).primaryKeys();
  const scenes = await db.scenes.where('projectId').anyOf(projects).toArray();
  const here = new Set(await db.clips.toCollection().primaryKeys());
  return scenes.filter(
    ({ sha256, thumbnailUrl, source, version }) =>
      sha256 !== null && thumbnailUrl === null && here.has(sha256) && (source === 'generated' || version > 0),
  );
}

async function makeFrames(
  { store, makeFrame, put, onPut, onFailed }: FrameDeps,
  scene: SceneRow,
  signal: AbortSignal,
): Promise<void> {
  const { sha256, frameCount, projectId } = scene;
  if (signal.aborted || sha256 === null) return;
  try {
    const clip = await store.read(sha256);
    if (!clip) return;
    await put(sha256, 'first', await makeFrame(clip, 0, POSTER_WIDTH), signal);
    const last = await makeFrame(clip, Math.max(0, (frameCount ?? 1) - 1), frameWidth(scene));
    await put(
      sha256,
      'last',
      last.size <= limits.frameBytes ? last : await makeFrame(clip, Math.max(0, (frameCount ?? 1) - 1), POSTER_WIDTH),
      signal,
    );
    onPut(projectId);
  } catch (error) {
    if (!signal.aborted) onFailed(error);
  }
}

/** The clip's own width, as long as neither side is more than the server takes. */
function frameWidth({ width, height }: Pick<SceneRow, 'width' | 'height'>): number {
  if (width === null || height === null) return POSTER_WIDTH;
  return Math.floor(width * Math.min(1, limits.frameSide / Math.max(width, height)));
}
