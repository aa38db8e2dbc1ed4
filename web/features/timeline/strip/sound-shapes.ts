/** What clips sound like, for their waveforms and figures: read from this device, or measured once. */
import { createStore } from 'zustand/vanilla';
import { clipStore } from '#data/page-clip-store.ts';
import { soundShapeStore, type SoundShapeStore } from '#data/sound-shapes.ts';
import { readSoundShape } from '#media/worker/client.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import type { SoundShape } from '#shared/sound/sound-shape.ts';

type SoundShapesDeps = {
  /** Null while the clip is not on this device. */
  read(sha256: string): Promise<Blob | null>;
  measure(file: Blob): Promise<SoundShape | null>;
  kept: SoundShapeStore;
};

export function createSoundShapes(deps: SoundShapesDeps) {
  /** By the clips' hashes. */
  const shapes = createStore<Readonly<Record<string, SoundShape>>>(() => ({}));
  const asked = new Set<string>();
  let work = Promise.resolve();

  const make = async (sha256: string): Promise<void> => {
    const kept = await deps.kept.read(sha256);
    const file = kept === null ? await deps.read(sha256) : null;
    // A clip that isn't here is asked for again when its scene is shown the next time.
    if (kept === null && file === null) asked.delete(sha256);
    const shape = kept ?? (file && (await deps.measure(file)));
    if (shape === null) return;
    shapes.setState({ [sha256]: shape });
    if (kept === null) await deps.kept.write(sha256, shape);
  };

  return {
    /** A clip has no entry until it is known, and none if it has no sound or can't be read. */
    shapes,
    /** After those that were asked for before. */
    ask({ sha256, hasAudio }: Pick<PlanClip, 'sha256' | 'hasAudio'>): void {
      if (!hasAudio || asked.has(sha256)) return;
      asked.add(sha256);
      work = work.then(() => make(sha256)).catch((error: unknown) => console.warn('A waveform was not made.', error));
    },
  };
}

export const soundShapes = createSoundShapes({
  read: (sha256) => clipStore.read(sha256),
  measure: (file) => readSoundShape(file),
  kept: soundShapeStore,
});
