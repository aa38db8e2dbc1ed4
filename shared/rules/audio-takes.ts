/** Recordings of one voice-over, of which its piece plays one. Pure. */
import type { AudioPatch, MovieAudio } from '../entities/movie-audio.ts';
import { limits } from '../limits.ts';

type AudioTake = MovieAudio['takes'][number];

/** All recordings of a piece, the one that it plays among them, by their names. */
export function takesOf(piece: MovieAudio): AudioTake[] {
  return [playedTake(piece), ...piece.takes].toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
}

/** Whether another one can be kept. */
export function hasRoomForTake({ takes }: MovieAudio): boolean {
  return takes.length < limits.takesPerAudio;
}

/** The piece plays a new recording, and keeps the one that it played. */
export function addTake(piece: MovieAudio, take: AudioTake): AudioPatch {
  return { ...take, takes: [...piece.takes, playedTake(piece)] };
}

/** The piece plays another of its recordings; null where it hasn't got it. */
export function chooseTake(piece: MovieAudio, mediaId: string): AudioPatch | null {
  const place = piece.takes.findIndex((take) => take.mediaId === mediaId);
  const take = piece.takes[place];
  return take === undefined ? null : { ...take, takes: piece.takes.toSpliced(place, 1, playedTake(piece)) };
}

/** Recordings keep in step with the piece: where its beginning is cut off, so is theirs. */
export function trimTakes({ takes }: MovieAudio, bySeconds: number): AudioTake[] {
  return takes.map((take) => ({ ...take, inSeconds: rounded(Math.max(0, take.inSeconds + bySeconds)) }));
}

function playedTake({ mediaId, name, inSeconds, outSeconds }: MovieAudio): AudioTake {
  return { mediaId, name, inSeconds, outSeconds };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10_000) / 10_000;
}
