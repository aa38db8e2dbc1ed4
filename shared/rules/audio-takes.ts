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

/** Whether enough of a take is left to be heard: a piece may begin behind a shorter one's end. */
export function isHeard({ inSeconds, outSeconds }: AudioTake): boolean {
  return outSeconds - inSeconds >= limits.audioMinSeconds;
}

/** The piece plays another of its recordings; null where it hasn't got it, or nothing of it is left. */
export function chooseTake(piece: MovieAudio, mediaId: string): AudioPatch | null {
  const place = piece.takes.findIndex((take) => take.mediaId === mediaId);
  const take = piece.takes[place];
  if (take === undefined || !isHeard(take)) return null;
  return { ...take, takes: piece.takes.toSpliced(place, 1, playedTake(piece)) };
}

/** How far the beginning of a piece can be drawn out, in seconds: as far as each recording of it goes. */
export function roomBefore({ inSeconds, takes }: Pick<MovieAudio, 'inSeconds' | 'takes'>): number {
  return Math.min(inSeconds, ...takes.map((take) => take.inSeconds));
}

/**
 * Recordings keep in step with the piece: where its beginning is cut off, so is theirs. One that ends before that keeps its
 * place all the same, or it would be out of step when the piece is drawn out again.
 */
export function trimTakes({ takes }: Pick<MovieAudio, 'takes'>, bySeconds: number): AudioTake[] {
  return takes.map((take) => ({
    ...take,
    inSeconds: rounded(Math.min(limits.audioFileSeconds, Math.max(0, take.inSeconds + bySeconds))),
  }));
}

/** Where the piece's end is cut off, so is theirs; drawn out, those follow that reached it. Lengths are seconds of the piece. */
export function endTakes({ takes }: Pick<MovieAudio, 'takes'>, was: number, is: number): AudioTake[] {
  return takes.map((take) => {
    const length = take.outSeconds - take.inSeconds;
    const follows = is > was ? length >= was - TOUCH_SECONDS && length < is : length > is;
    if (!follows) return take;
    return { ...take, outSeconds: rounded(Math.min(limits.audioFileSeconds, take.inSeconds + is)) };
  });
}

/** Times are kept to the millisecond. */
const TOUCH_SECONDS = 0.002;

function playedTake({ mediaId, name, inSeconds, outSeconds }: MovieAudio): AudioTake {
  return { mediaId, name, inSeconds, outSeconds };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10_000) / 10_000;
}
