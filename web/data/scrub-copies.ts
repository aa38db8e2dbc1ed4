/** Scrub copies of clips on this device. They can be made again, so that nobody loses by their removal. */
import { clearScrubFiles, readScrubFile, removeScrubFile, scrubUsage } from '#opfs/scrub-files.ts';

export const scrubCopies = {
  has: async (sha256: string): Promise<boolean> => (await readScrubFile(sha256)) !== null,
  /** One that is not there is fine. */
  remove: removeScrubFile,
  /** Bytes that they take up. */
  usage: scrubUsage,
  /** @returns bytes removed */
  clear: clearScrubFiles,
};
