import { mediaUrl } from '#shared/api/media.ts';
import type { MoviePlan } from '#shared/movie/movie-plan.ts';
import { sampleMusic } from '#shared/sample/sample-music.ts';
import type { PreviewReply, PreviewRequest } from '#media/preview/client.ts';
import type { PlayableClips } from './playable-clips.ts';

type Wanted = Extract<PreviewReply, { type: 'want' | 'want-audio' }>;
export type Brought = Extract<PreviewRequest, { type: 'clip' | 'audio' }>;

/** Visitors play the sample without a server that would know them. */
function soundUrl(sha256: string): string {
  return sha256 === sampleMusic.sha256 ? sampleMusic.path : mediaUrl(sha256);
}

/** The file that the worker asks for: a clip, music, or a voice-over. The movie goes on without one that can't be had. */
export async function bringWanted(
  { type, sha256 }: Wanted,
  clips: Pick<PlayableClips, 'file'>,
  { scenes }: Pick<MoviePlan, 'scenes'>,
): Promise<Brought> {
  const isClip = type === 'want';
  const source = isClip ? scenes.find(({ clip }) => clip.sha256 === sha256)?.clip : { sha256, url: soundUrl(sha256) };
  const file = source === undefined ? null : await clips.file(source).catch(() => null);
  return { type: isClip ? 'clip' : 'audio', sha256, file };
}
