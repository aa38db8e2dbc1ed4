/** The kept stretches as one export sees them. */
import type { Segment, SegmentStore } from './segment-store.ts';

export type JobSegments = SegmentStore & {
  /** Names of all that this export read or wrote. */
  used(): string[];
  /** Removes all that this export read or wrote: one of them is not what it should be. */
  forgetUsed(): Promise<void>;
};

/**
 * @param isDetached whether what is read is held apart from the store's files: a movie that only names ranges of them would
 * lose them to the next sweep
 */
export function createJobSegments(store: SegmentStore, isDetached: boolean): JobSegments {
  const used = new Set<string>();
  const held = async (segment: Segment): Promise<Segment> =>
    isDetached ? { ...segment, media: new Blob([await segment.media.arrayBuffer()]) } : segment;
  return {
    async read(key) {
      const segment = await store.read(key);
      if (segment === null) return null;
      used.add(key);
      return await held(segment);
    },
    async write(key) {
      used.add(key);
      const writer = await store.write(key);
      return { ...writer, finish: async (index) => await held(await writer.finish(index)) };
    },
    remove: (key) => store.remove(key),
    sweep: (keep, maxBytes) => store.sweep(keep, maxBytes),
    used: () => [...used],
    async forgetUsed() {
      for (const key of used) await store.remove(key);
    },
  };
}
