/** Encoded stretches in memory, for exports that run on the page: its origin private file system has no handles for them. */
import type { Segment, SegmentStore } from '#media/export/segments/segment-store.ts';

export function memorySegments(): SegmentStore {
  const kept = new Map<string, Segment>();
  return {
    read: async (key) => kept.get(key) ?? null,
    write: async (key) => {
      const parts: Uint8Array<ArrayBuffer>[] = [];
      return {
        add: (packet) => void parts.push(packet.slice()),
        finish: async (index) => {
          const segment = { key, index, media: new Blob(parts) };
          kept.set(key, segment);
          return segment;
        },
        discard: async () => undefined,
      };
    },
    remove: async (key) => void kept.delete(key),
    sweep: async () => 0,
  };
}
