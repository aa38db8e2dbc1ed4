/** Where the player finds a clip: on this device, else on the server. */
import { clipUrls } from '#data/clip-urls.ts';
import type { PlanClip } from '#shared/movie/movie-plan.ts';
import type { LocatedClip } from './movie-player.ts';

export async function locateClip(clip: PlanClip): Promise<LocatedClip> {
  const lease = clipUrls.borrow(clip.sha256);
  const url = await lease.url;
  if (url !== null) return { url, release: lease.giveBack };
  lease.giveBack();
  return { url: clip.url, release: () => {} };
}
