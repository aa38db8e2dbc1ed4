/** The clip store of this page's origin. */
import { createClipStore } from './clip-store.ts';
import { browserDevice } from './device.ts';

export const clipStore = createClipStore(browserDevice);
