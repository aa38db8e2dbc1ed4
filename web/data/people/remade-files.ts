/**
 * Takes what was made of people's clips off this device: it may show what a person made, and names nobody. Others who share
 * the device have theirs made again.
 */
import { removeAllSaves } from '#opfs/saved-projects.ts';
import { removeRemade } from '#opfs/stored-files.ts';

/** "public/sw.js" keeps pictures of clips there. */
const PICTURES = 'clip-frames';

export const remadeFiles = {
  async removeAll(): Promise<void> {
    await removeRemade(() => true);
    await removeAllSaves();
    // Absent where the page didn't come over TLS.
    if ('caches' in globalThis) await caches.delete(PICTURES);
  },
};
