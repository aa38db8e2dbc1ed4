/** Beats of a piece as far as its file was measured. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import type { TimelineView } from '../strip/timeline-view.ts';
import { audioShapes } from './audio-shapes.ts';
import { beatMarks } from './beat-marks.ts';
import { movieSecondsOf } from './use-audio.ts';

/** Seconds of the movie. */
export function beatsIn(piece: MovieAudio, view: TimelineView): number[] {
  return beatMarks(piece, audioShapes.shapes.getState()[piece.mediaId] ?? null, movieSecondsOf(view));
}
