/** What a drag makes of a piece of music or a voice-over. Pure; seconds of the movie. */
import type { AudioPatch, MovieAudio } from '#shared/entities/movie-audio.ts';
import { limits } from '#shared/limits.ts';
import { endTakes, roomBefore, trimTakes } from '#shared/rules/audio-takes.ts';
import { audioSpan, type AudioBounds, type AudioSpan } from '#shared/movie/audio-span.ts';

/** What of a piece is held. */
export type AudioGrip = 'body' | 'start' | 'end' | 'fade-in' | 'fade-out';

/** Times are kept to the millisecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000;
}

function within(value: number, least: number, most: number): number {
  return rounded(Math.max(least, Math.min(most, value)));
}

/** @param by how far the grip is dragged, in seconds of the movie */
export function dragAudio(piece: MovieAudio, grip: AudioGrip, by: number, bounds: AudioBounds): AudioPatch {
  const span = audioSpan(piece, bounds);
  if (span === null) return {};
  const length = span.endSeconds - span.startSeconds;
  switch (grip) {
    case 'body':
      return { startSeconds: within(piece.startSeconds + by, 0, startLimit(bounds)) };
    case 'start':
      return dragStart(piece, by, span);
    case 'end':
      return dragEnd(piece, by, span, bounds);
    case 'fade-in':
      return { fadeInSeconds: within(shown(piece.fadeInSeconds, length) + by, 0, fadeLimit(length)) };
    case 'fade-out':
      return { fadeOutSeconds: within(shown(piece.fadeOutSeconds, length) - by, 0, fadeLimit(length)) };
  }
}

/** Cuts the piece, or draws it out, to a moment of the movie; null where too little of it would be left to hear. */
export function trimAudio(
  piece: MovieAudio,
  edge: 'start' | 'end',
  at: number,
  bounds: AudioBounds,
): AudioPatch | null {
  const span = audioSpan(piece, bounds);
  if (span === null) return null;
  const left = edge === 'start' ? span.endSeconds - at : at - span.startSeconds;
  // Times are sums of decimals.
  if (left < limits.audioMinSeconds - 1e-6) return null;
  return dragAudio(piece, edge, at - (edge === 'start' ? span.startSeconds : span.endSeconds), bounds);
}

/** A fade that is longer than the piece is heard as long as that. */
function shown(fade: number, length: number): number {
  return Math.min(fade, length);
}

function fadeLimit(length: number): number {
  return Math.min(length, limits.soundFadeMaxSeconds);
}

/** Something of it stays in the movie, where it can be taken hold of. */
function startLimit({ movieSeconds }: AudioBounds): number {
  return Math.max(0, Math.min(limits.audioMovieSeconds, movieSeconds - limits.audioMinSeconds));
}

/** The sound stays where it is; what its files have in front of it is the limit. A loop begins later with a whole pass. */
function dragStart(piece: MovieAudio, by: number, { startSeconds, endSeconds }: AudioSpan): AudioPatch {
  const most = endSeconds - startSeconds - limits.audioMinSeconds;
  if (piece.loop) {
    const moved = within(by, -startSeconds, most);
    const lengthSeconds = piece.lengthSeconds === null ? null : rounded(piece.lengthSeconds - moved);
    return { startSeconds: rounded(startSeconds + moved), lengthSeconds };
  }
  const moved = within(by, -Math.min(startSeconds, roomBefore(piece)), most);
  const lengthSeconds = piece.lengthSeconds === null ? null : rounded(piece.lengthSeconds - moved);
  const takes = piece.takes.length === 0 ? {} : { takes: trimTakes(piece, moved) };
  return {
    startSeconds: rounded(startSeconds + moved),
    inSeconds: rounded(piece.inSeconds + moved),
    lengthSeconds,
    ...takes,
  };
}

function dragEnd(
  piece: MovieAudio,
  by: number,
  span: AudioSpan,
  { fileSeconds, movieSeconds }: AudioBounds,
): AudioPatch {
  const length = span.endSeconds - span.startSeconds;
  const room = movieSeconds - span.startSeconds;
  if (piece.loop) {
    const wanted = within(length + by, limits.audioMinSeconds, room);
    // Dragged to the movie's end, it lasts as long as the movie, whatever becomes of that.
    return { lengthSeconds: wanted >= rounded(room) ? null : wanted };
  }
  const left = (fileSeconds ?? piece.outSeconds) - piece.inSeconds;
  const wanted = within(length + by, limits.audioMinSeconds, Math.min(left, room));
  const takes = piece.takes.length === 0 ? {} : { takes: endTakes(piece, length, wanted) };
  return { outSeconds: rounded(piece.inSeconds + wanted), lengthSeconds: null, ...takes };
}

/** Where the grip stands, in seconds of the movie: what snaps. */
export function gripSeconds(piece: MovieAudio, grip: AudioGrip, bounds: AudioBounds): number[] {
  const span = audioSpan(piece, bounds);
  if (span === null) return [];
  const { startSeconds, endSeconds } = span;
  const length = endSeconds - startSeconds;
  switch (grip) {
    case 'body':
      return [startSeconds, endSeconds];
    case 'start':
      return [startSeconds];
    case 'end':
      return [endSeconds];
    case 'fade-in':
      return [startSeconds + shown(piece.fadeInSeconds, length)];
    case 'fade-out':
      return [endSeconds - shown(piece.fadeOutSeconds, length)];
  }
}
