/** Scrub copies of clips, read from this device as they are needed. */
import { readScrubFile } from '#opfs/scrub-files.ts';
import { readScrubCopy, type ScrubCopy } from '../scrub/scrub-file.ts';

export type ScrubShelf = {
  /** A frame of a clip, counted at its rate; null where there is no copy of it. The caller closes it. */
  picture(sha256: string, frame: number): Promise<ImageBitmap | null>;
  /** A copy has been made: what was missing is there. */
  made(sha256: string): void;
  clear(): void;
};

/** @param budgetBytes for copies in memory: 16 of clips of eight seconds lie in 24 MB */
export function createScrubShelf(budgetBytes: number, read = readScrubFile): ScrubShelf {
  /** Null where there is none, or none that can be read: then the exact frame alone is shown. */
  const copies = new Map<string, Promise<ScrubCopy | null>>();
  const sizes = new Map<string, number>();

  const load = async (sha256: string): Promise<ScrubCopy | null> => {
    const file = await read(sha256);
    const copy = file && readScrubCopy(await file.arrayBuffer());
    if (copy !== null && copies.has(sha256)) sizes.set(sha256, copy.sizeBytes);
    return copy;
  };
  const drop = (sha256: string): void => {
    copies.delete(sha256);
    sizes.delete(sha256);
  };
  const makeRoom = (newest: string): void => {
    let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    for (const sha256 of copies.keys()) {
      if (bytes <= budgetBytes) return;
      if (sha256 === newest || !sizes.has(sha256)) continue;
      bytes -= sizes.get(sha256) ?? 0;
      drop(sha256);
    }
  };
  return {
    async picture(sha256, frame) {
      const loading = copies.get(sha256) ?? load(sha256).catch(() => null);
      // The one that was used last stands last.
      copies.delete(sha256);
      copies.set(sha256, loading);
      const copy = await loading;
      if (copy === null) return null;
      makeRoom(sha256);
      return await createImageBitmap(copy.picture(frame)).catch(() => null);
    },
    made: drop,
    clear() {
      copies.clear();
      sizes.clear();
    },
  };
}
