/** Edits of a movie's music and voice-overs, applied piece by piece and field by field. Pure. */
import type { AudioEdit, AudioPatch, MovieAudio } from '../entities/movie-audio.ts';
import { limits } from '../limits.ts';

/** An edit of a piece that is gone does nothing, nor does one that would be a piece too many. */
export function editAudio(pieces: readonly MovieAudio[], edits: readonly AudioEdit[]): MovieAudio[] {
  return edits.reduce(editOne, [...pieces]);
}

function editOne(pieces: MovieAudio[], edit: AudioEdit): MovieAudio[] {
  if (edit.op === 'remove') return pieces.filter(({ id }) => id !== edit.id);
  if (edit.op === 'patch')
    return pieces.map((piece) => (piece.id === edit.id ? whole(patched(piece, edit.patch)) : piece));
  const { piece, place = pieces.length } = edit;
  if (pieces.some(({ id }) => id === piece.id)) return pieces.map((one) => (one.id === piece.id ? piece : one));
  return pieces.length < limits.audioPerProject ? pieces.toSpliced(place, 0, piece) : pieces;
}

function patched(piece: MovieAudio, patch: AudioPatch): MovieAudio {
  return {
    id: piece.id,
    kind: patch.kind ?? piece.kind,
    mediaId: patch.mediaId ?? piece.mediaId,
    name: patch.name ?? piece.name,
    startSeconds: patch.startSeconds ?? piece.startSeconds,
    inSeconds: patch.inSeconds ?? piece.inSeconds,
    outSeconds: patch.outSeconds ?? piece.outSeconds,
    gainDb: patch.gainDb ?? piece.gainDb,
    fadeInSeconds: patch.fadeInSeconds ?? piece.fadeInSeconds,
    fadeOutSeconds: patch.fadeOutSeconds ?? piece.fadeOutSeconds,
    loop: patch.loop ?? piece.loop,
    duckDb: patch.duckDb ?? piece.duckDb,
    duckSeconds: patch.duckSeconds ?? piece.duckSeconds,
    lengthSeconds: patch.lengthSeconds === undefined ? piece.lengthSeconds : patch.lengthSeconds,
    muted: patch.muted ?? piece.muted,
    takes: patch.takes ?? piece.takes,
  };
}

/** Two devices may have trimmed a piece at one end each, and leave nothing of it: then the end gives way. */
function whole(piece: MovieAudio): MovieAudio {
  const shortest = piece.inSeconds + limits.audioMinSeconds;
  return piece.outSeconds < shortest ? { ...piece, outSeconds: shortest } : piece;
}
