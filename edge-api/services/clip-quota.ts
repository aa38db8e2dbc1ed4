/** Which clips share a quota, because the provider accepts only so many at once. */
import type { KeySecrets } from '../deps.ts';
import type { VideoModelFor } from '#edge-api/providers/video-model/port.ts';
import { keyedHashHex } from './digest.ts';

/**
 * Names the quota of a person's clips: their API key's, which others may share. It's a keyed hash, so rows reveal
 * nothing about the key without the server's secret. After that secret is rotated, clips in progress count separately
 * until they end.
 */
export function quotaMarkOf(
  deps: { keySecrets: KeySecrets; videoModelFor: VideoModelFor },
  userId: string,
  apiKey: string,
): string {
  const isShared = deps.videoModelFor(apiKey).sharesQuota;
  return keyedHashHex(deps.keySecrets.current, isShared ? `clips of key ${apiKey}` : `clips of person ${userId}`);
}
