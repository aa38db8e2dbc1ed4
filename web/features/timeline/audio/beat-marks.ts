/** Where the movie has beats of its music. Pure but for what it keeps: each file's beats are looked for once. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { audioSpan } from '#shared/movie/audio-span.ts';
import { beatsOf } from '#shared/sound/beats.ts';
import { PEAKS_PER_SECOND, type SoundShape } from '#shared/sound/sound-shape.ts';

const known = new WeakMap<SoundShape, number[]>();

function beatsOfFile(shape: SoundShape): number[] {
  const beats = known.get(shape) ?? beatsOf(shape);
  known.set(shape, beats);
  return beats;
}

/** Seconds of the movie, rising. @param shape null while what it sounds like isn't known */
export function beatMarks(
  piece: Pick<MovieAudio, 'kind' | 'startSeconds' | 'inSeconds' | 'outSeconds' | 'loop' | 'lengthSeconds'>,
  shape: SoundShape | null,
  movieSeconds: number,
): number[] {
  if (shape === null || piece.kind !== 'music') return [];
  const span = audioSpan(piece, { movieSeconds, fileSeconds: shape.peaks.length / PEAKS_PER_SECOND });
  if (span === null) return [];
  const { startSeconds, endSeconds, inSeconds, passSeconds } = span;
  const inPass = beatsOfFile(shape)
    .map((at) => at - inSeconds)
    .filter((at) => at >= 0 && at < passSeconds);
  const passes = Math.ceil((endSeconds - startSeconds) / passSeconds);
  return Array.from({ length: passes }, (_, pass) => startSeconds + pass * passSeconds).flatMap((from) =>
    inPass.map((at) => from + at).filter((at) => at <= endSeconds),
  );
}
