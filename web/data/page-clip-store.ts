/** The clip store of this page's origin. What was made of a clip goes with it. */
import { createClipStore, type ClipStore } from './clip-store.ts';
import { browserDevice } from './device.ts';
import { scrubCopies } from './scrub-copies.ts';
import { soundShapeStore } from './sound-shapes.ts';

const files = createClipStore(browserDevice);

export const clipStore: ClipStore = {
  ...files,
  async remove(sha256) {
    await files.remove(sha256);
    await soundShapeStore.remove(sha256);
    await scrubCopies.remove(sha256);
  },
};
