/** Whose clips wait for each other, because the provider takes only so many at once. */
import type { KeySecrets } from '../deps.ts';
import type { VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import { keyedHashHex } from './digest.ts';

/**
 * Names the quota that a person's clips count against: their API key's, which others may have too. It is a keyed hash, so
 * that a row tells nothing about the key to who has not the server's secret. After a rotation of that secret the clips
 * that are on their way are counted by themselves until they end.
 */
export function quotaMarkOf(
  deps: { keySecrets: KeySecrets; videoModelFor: VideoModelFor },
  userId: string,
  apiKey: string,
): string {
  const isShared = deps.videoModelFor(apiKey).sharesQuota;
  return keyedHashHex(deps.keySecrets.current, isShared ? `clips of key ${apiKey}` : `clips of person ${userId}`);
}
