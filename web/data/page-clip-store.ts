/** The clip store of this page's origin. What was made of a clip goes with it. */
import { createClipStore, type ClipStore } from './clip-store.ts';
import { db } from './db.ts';
import { browserDevice } from './device.ts';
import { clipsOfOthers } from './people/other-databases.ts';
import { scrubCopies } from './scrub-copies.ts';
import { soundShapeStore } from './sound-shapes.ts';

const files = createClipStore(browserDevice);

/** Removes a clip whoever refers to it. */
export const clipFiles: Pick<ClipStore, 'remove'> = {
  async remove(sha256) {
    await files.remove(sha256);
    await soundShapeStore.remove(sha256);
    await scrubCopies.remove(sha256);
  },
};

export const clipStore: ClipStore = {
  ...files,
  /** A file is named by its content, so it may be another person's, too: then it stays. */
  async remove(sha256) {
    if (!(await clipsOfOthers(db.name)).has(sha256)) await clipFiles.remove(sha256);
  },
};
