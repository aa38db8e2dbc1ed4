/** Exports that run on the page itself, where a test can put something else in the place of any part that they touch. */
import type { ExportDeps } from '#media/export/export-deps.ts';
import { exportMovie } from '#media/export/export-movie.ts';
import type { Segment, SegmentStore } from '#media/export/segments/segment-store.ts';
import { createOpfsOutput } from '#media/export/write/output-file.ts';
import { blobAt } from '#media/probe/locate.ts';
import type { ExportInput, ExportOptions, ExportResult } from '#media/worker/client.ts';

/** @param parts what takes the place of the real ones */
export async function exportOnPage(
  input: ExportInput,
  parts: Partial<ExportDeps> = {},
  { onProgress = () => undefined, signal = new AbortController().signal }: ExportOptions = {},
): Promise<ExportResult> {
  const deps: ExportDeps = {
    openSource: blobAt,
    createOutput: createOpfsOutput,
    segments: memorySegments(),
    freeBytes: async () => null,
    // Two encoders, each of a part of what is encoded.
    processors: 4,
    now: () => performance.now(),
    fonts: document.fonts,
    userAgent: navigator.userAgent,
    ...parts,
  };
  return await exportMovie(input, deps, onProgress, signal);
}

/** Encoded stretches in memory: the page's origin private file system has no handles for them. */
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

/** So much passes between two looks that every frame is told, however fast the machine is. */
export function hastyClock(): () => number {
  let clockMs = 0;
  return () => (clockMs += 1000);
}
