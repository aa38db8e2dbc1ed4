/** Where the player finds a clip: on this device, else on the server. */
import { clipStore } from '#data/page-clip-store.ts';
import { theSources } from '#data/sources.ts';
import { createPlayableClips } from './playable-clips.ts';

export const playableClips = createPlayableClips({
  read: clipStore.read,
  readRange: (url, start, end) => theSources().readClipRange(url, start, end),
  load: (url) => theSources().loadClip(url),
});
