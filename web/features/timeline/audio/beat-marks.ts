/** Where the movie has beats of its music. Pure. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan, type AudioBounds } from '#shared/movie/audio-span.ts';

/** Seconds of the movie, rising. @param beats of its file; null while they aren't known */
export function beatMarks(
  piece: Pick<MovieAudio, 'kind' | 'startSeconds' | 'inSeconds' | 'outSeconds' | 'loop' | 'lengthSeconds'>,
  beats: readonly number[] | null,
  bounds: AudioBounds,
): number[] {
  const span = beats === null || piece.kind !== 'music' ? null : audioSpan(piece, bounds);
  if (beats === null || span === null) return [];
  const { startSeconds, endSeconds, inSeconds, passSeconds } = span;
  const inPass = beats.map((at) => at - inSeconds).filter((at) => at >= 0 && at < passSeconds);
  const passes = Math.ceil((endSeconds - startSeconds) / passSeconds);
  return Array.from({ length: passes }, (_, pass) => startSeconds + pass * passSeconds).flatMap((from) =>
    inPass.map((at) => from + at).filter((at) => at <= endSeconds),
  );
}
