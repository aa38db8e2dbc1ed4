import { mediaUrl } from '#shared/api/media.ts';
import type { PreviewRequest } from '#media/preview/client.ts';
import type { PlayableClips } from './playable-clips.ts';

/** The file of music or a voice-over for the worker. The movie goes on without one that can't be had. */
export async function bringAudio(clips: PlayableClips, sha256: string): Promise<PreviewRequest> {
  const file = await clips.file({ sha256, url: mediaUrl(sha256) }).catch(() => null);
  return { type: 'audio', sha256, file };
}
