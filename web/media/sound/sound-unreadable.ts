/** What is said of sound that can't be decoded: its picture may be as good as ever. */
import { MediaFailure } from '../failures.ts';
import { isGone } from '../probe/locate.ts';

/** @param sceneNumber left out for the music */
export function soundUnreadable(error: unknown, sceneNumber?: number): MediaFailure {
  if (error instanceof MediaFailure) return error;
  const detail = error instanceof Error ? error.message : String(error);
  if (sceneNumber === undefined) return new MediaFailure('music-unreadable', { detail }, error);
  return new MediaFailure(isGone(error) ? 'source-missing' : 'undecodable-sound', { sceneNumber, detail }, error);
}
