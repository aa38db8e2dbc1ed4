/** Where a piece of music or a voice-over is heard. The mixer and the lanes both go by this. Pure; seconds of the movie. */
import type { MovieAudio } from '../entities/movie-audio.ts';

type Piece = Pick<MovieAudio, 'startSeconds' | 'inSeconds' | 'outSeconds' | 'loop' | 'lengthSeconds'>;

/** What the movie and the file leave of a piece. */
export type AudioBounds = {
  movieSeconds: number;
  /** Length of its file; null where that isn't known, and the piece is taken at its word. */
  fileSeconds: number | null;
};

export type AudioSpan = {
  startSeconds: number;
  /** Never behind the movie's end. */
  endSeconds: number;
  /** Where in its file a pass begins, and how long it is. */
  inSeconds: number;
  passSeconds: number;
};

/** Less than this is no sound, and would be thousands of passes. */
const SHORTEST_SECONDS = 0.05;

/** Null where nothing of it is heard: it begins behind the movie's end, or behind its file's. */
export function audioSpan(piece: Piece, { movieSeconds, fileSeconds }: AudioBounds): AudioSpan | null {
  const { startSeconds, inSeconds, outSeconds, loop, lengthSeconds } = piece;
  const passSeconds = Math.min(outSeconds, fileSeconds ?? outSeconds) - inSeconds;
  if (passSeconds < SHORTEST_SECONDS || startSeconds >= movieSeconds) return null;
  const whole = loop
    ? (lengthSeconds ?? Number.POSITIVE_INFINITY)
    : Math.min(lengthSeconds ?? passSeconds, passSeconds);
  return { startSeconds, endSeconds: Math.min(movieSeconds, startSeconds + whole), inSeconds, passSeconds };
}
