/**
 * Makes scrub copies of a movie's clips, one after the other, while nobody needs the machine: never while the movie plays
 * or is moved, while this browser exports, or on a page that nobody sees. One that can't be made isn't tried again, and
 * nothing is said: the exact pictures are shown all the same.
 */
import { EXPORT_QUEUE_LOCK } from '#data/tables/exports.ts';
import { makeScrubCopy } from '#media/worker/client.ts';
import { scrubCopies } from '#data/scrub-copies.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';

export type ScrubMaker = {
  /** The movie's clips, in the order in which they are wanted. */
  setClips(clips: readonly PlanClip[]): void;
  /** Somebody plays or moves: what is being made is given up, and begun again later. */
  disturb(): void;
  close(): void;
};

export type ScrubMakerDeps = {
  /** The clip's file on this device; null where it isn't. */
  local(clip: PlanClip): Promise<Blob | null>;
  isPlaying(): boolean;
  onMade(sha256: string): void;
};

type Outside = {
  make: typeof makeScrubCopy;
  has(sha256: string): Promise<boolean>;
  isExporting(): Promise<boolean>;
  freeBytes(): Promise<number>;
};

/** Nobody has moved for so long. */
const IDLE_AFTER_MS = 1_500;
const LOOK_EVERY_MS = 500;
/** A clip that isn't here may come. */
const LOOK_AGAIN_MS = 20_000;
/** What is less is left to clips and movies. */
const LEAST_FREE_BYTES = 500_000_000;
/** Tabs take turns. */
const LOCK = 'scrub-copies';

const theBrowser: Outside = {
  make: makeScrubCopy,
  has: scrubCopies.has,
  async isExporting() {
    const { held = [] } = await navigator.locks.query();
    return held.some(({ name }) => name === EXPORT_QUEUE_LOCK);
  },
  async freeBytes() {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate();
    return quota - usage;
  },
};

/** Whoever creates it closes it. */
export function createScrubMaker(deps: ScrubMakerDeps, outside: Outside = theBrowser): ScrubMaker {
  let clips: readonly PlanClip[] = [];
  let disturbedAtMs = Date.now();
  let making: AbortController | null = null;
  /** When a clip may be looked at again; never, for one that has a copy or can't have one. */
  const laterMs = new Map<string, number>();

  const isIdle = (): boolean =>
    !deps.isPlaying() && document.visibilityState === 'visible' && Date.now() - disturbedAtMs >= IDLE_AFTER_MS;
  const nextClip = (): PlanClip | undefined => clips.find(({ sha256 }) => (laterMs.get(sha256) ?? 0) <= Date.now());

  const make = async (clip: PlanClip, signal: AbortSignal): Promise<void> => {
    const { sha256 } = clip;
    const again = Date.now() + LOOK_AGAIN_MS;
    if (await outside.has(sha256)) return void laterMs.set(sha256, Number.POSITIVE_INFINITY);
    const file = await deps.local(clip);
    if (file === null || (await outside.freeBytes()) < LEAST_FREE_BYTES) return void laterMs.set(sha256, again);
    signal.throwIfAborted();
    const isKept = await outside.make(file, sha256, signal);
    laterMs.set(sha256, Number.POSITIVE_INFINITY);
    if (isKept) deps.onMade(sha256);
  };
  const makeNext = async (signal: AbortSignal): Promise<void> => {
    const clip = nextClip();
    if (clip === undefined || (await outside.isExporting()) || signal.aborted) return;
    try {
      await make(clip, signal);
    } catch {
      if (!signal.aborted) laterMs.set(clip.sha256, Number.POSITIVE_INFINITY);
    }
  };
  const look = async (): Promise<void> => {
    if (making !== null) {
      const { signal } = making;
      if (!isIdle() || (await outside.isExporting())) if (making?.signal === signal) making.abort();
      return;
    }
    if (!isIdle() || nextClip() === undefined) return;
    making = new AbortController();
    const { signal } = making;
    try {
      await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
        while (lock !== null && !signal.aborted && isIdle() && nextClip() !== undefined) {
          const before = nextClip();
          await makeNext(signal);
          if (nextClip() === before) return;
        }
      });
    } finally {
      making = null;
    }
  };
  // A browser without locks or storage has no copies.
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  return {
    setClips(next) {
      clips = next;
    },
    disturb() {
      disturbedAtMs = Date.now();
      making?.abort();
    },
    close() {
      clearInterval(timer);
      making?.abort();
    },
  };
}
