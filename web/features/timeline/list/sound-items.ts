/** Music and voice-overs as rows of the list, in the order of time, behind the scenes. Pure. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan, type AudioBounds } from '#shared/movie/audio-span.ts';
import { usFromSeconds } from '#shared/movie/time.ts';
import type { SoundItem } from './list-items.ts';

/** @param boundsOf what the movie and its file leave of a piece */
export function soundItems(pieces: readonly MovieAudio[], boundsOf: (piece: MovieAudio) => AudioBounds): SoundItem[] {
  return pieces
    .toSorted((a, b) => a.startSeconds - b.startSeconds || (a.id < b.id ? -1 : 1))
    .map((piece): SoundItem => {
      const span = audioSpan(piece, boundsOf(piece));
      return {
        kind: 'sound',
        id: `sound/${piece.id}`,
        sceneId: null,
        piece,
        startUs: usFromSeconds(piece.startSeconds),
        seconds: span === null ? 0 : span.endSeconds - span.startSeconds,
      };
    });
}
