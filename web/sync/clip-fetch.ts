/** Downloads finished clips to this device, once each. */
import type { ClipStore } from '#data/clip-store.ts';
import type { StoryreelDb } from '#data/db.ts';
import type { Device } from '#data/device.ts';
import { noting, STALL_LIMIT_MS, whileMoving, type Timer } from './timer.ts';

export type WantedClip = {
  sha256: string;
  url: string;
  /** Missing where nobody has told it. */ sizeBytes?: number | undefined;
};

export type ClipFetchDeps = {
  db: StoryreelDb;
  device: Device;
  store: ClipStore;
  timer: Timer;
  /** The bytes of a clip. @throws ApiError, OfflineError, AbortError */
  open(url: string, signal?: AbortSignal): Promise<ReadableStream<Uint8Array>>;
};

export type FetchClip = (clip: WantedClip, signal?: AbortSignal) => Promise<void>;

/**
 * A function that downloads a clip into the store unless it's there already. A download of which nothing comes for a minute
 * is given up. Calls for the same clip share one download; a caller that gives up doesn't stop it for the others.
 * It throws what `open` and `ClipStore.write` throw.
 */
export function createClipFetch({ db, device, store, timer, open }: ClipFetchDeps): FetchClip {
  const running = new Map<string, Promise<void>>();
  const bring = async ({ sha256, url }: WantedClip): Promise<void> => {
    const file = await store.read(sha256);
    const download = async (limit: AbortSignal, onProgress: () => void): Promise<number> => {
      const bytes = (await open(url, limit)).pipeThrough(noting(onProgress));
      return (await store.write(sha256, bytes, limit)).sizeBytes;
    };
    const sizeBytes = file ? file.size : await whileMoving(timer, STALL_LIMIT_MS, download);
    // The file first, then its row: if the tab dies in between, no row points to a missing file.
    await db.clips.put({ sha256, sizeBytes, storedAt: device.now() });
  };
  return (clip, signal) => {
    const shared = running.get(clip.sha256) ?? bring(clip).finally(() => running.delete(clip.sha256));
    running.set(clip.sha256, shared);
    return signal ? orAborted(shared, signal) : shared;
  };
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
