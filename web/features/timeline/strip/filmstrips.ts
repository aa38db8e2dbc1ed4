/** Small pictures of clips for the strip, one a second. They are made once for each clip and stay as long as the page: a few kB each. */
import { createStore } from 'zustand/vanilla';
import { clipStore } from '#data/page-clip-store.ts';
import { readFrames } from '#media/worker/client.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import { fpsNumber } from '#shared/movie/time.ts';

export type FilmFrame = {
  /** Seconds of the clip. */
  seconds: number;
  url: string;
};

type FilmClip = Pick<PlanClip, 'sha256' | 'frameCount' | 'fps'>;

type FilmstripDeps = {
  /** Null while the clip is not on this device. */
  read(sha256: string): Promise<Blob | null>;
  readFrames: typeof readFrames;
};

/** In pixels: sharp enough for the strip on a dense screen. */
const FRAME_WIDTH = 200;
/** A clip has 15 s at most; more than that is read more sparsely. */
const MOST_FRAMES = 16;

export function createFilmstrips(deps: FilmstripDeps) {
  /** By the clips' hashes. */
  const strips = createStore<Readonly<Record<string, readonly FilmFrame[]>>>(() => ({}));
  const asked = new Set<string>();
  let work = Promise.resolve();

  const make = async (clip: FilmClip): Promise<void> => {
    const file = await deps.read(clip.sha256);
    if (file === null) {
      // It is asked for again when the strip is shown the next time.
      asked.delete(clip.sha256);
      return;
    }
    const frames: FilmFrame[] = [];
    await deps.readFrames(file, framesToRead(clip), FRAME_WIDTH, (frame, picture) => {
      frames.push({ seconds: frame / fpsNumber(clip.fps), url: URL.createObjectURL(picture) });
    });
    strips.setState({ [clip.sha256]: frames });
  };

  return {
    /** A clip has no entry until its pictures are there. */
    strips,
    /** Makes a clip's pictures, after those that were asked for before. A clip that can't be read keeps its poster. */
    ask(clip: FilmClip): void {
      if (asked.has(clip.sha256)) return;
      asked.add(clip.sha256);
      work = work.then(() => make(clip)).catch((error: unknown) => console.warn('A filmstrip was not made.', error));
    },
  };
}

export const filmstrips = createFilmstrips({ read: (sha256) => clipStore.read(sha256), readFrames });

/** The middle frame of every second, in rising order. */
export function framesToRead({ frameCount, fps }: Pick<PlanClip, 'frameCount' | 'fps'>): number[] {
  const seconds = frameCount / fpsNumber(fps);
  const count = Math.max(1, Math.min(MOST_FRAMES, Math.round(seconds)));
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) / count) * frameCount));
}

/** The picture that is nearest to a moment of the clip. */
export function nearestFrame(frames: readonly FilmFrame[], seconds: number): FilmFrame | undefined {
  return frames.reduce<FilmFrame | undefined>(
    (best, frame) =>
      best === undefined || Math.abs(frame.seconds - seconds) < Math.abs(best.seconds - seconds) ? frame : best,
    undefined,
  );
}
