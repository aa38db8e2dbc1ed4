/** How new pieces are heard: music under the scenes, and giving way to them; a voice as it is. Pure. */
import type { AudioPatch, MovieAudio } from '#shared/entities/movie-audio.ts';

const USUAL = {
  music: { gainDb: -6, duckDb: 8, fadeOutSeconds: 2 },
  voice: { gainDb: 0, duckDb: 0, fadeOutSeconds: 0 },
} as const;

type Usual = { gainDb: number; duckDb: number; fadeOutSeconds: number };

/** @param seconds how long the piece is: it has no fade that is longer than half of it */
export function usualSound(kind: MovieAudio['kind'], seconds: number): Usual {
  return { ...USUAL[kind], fadeOutSeconds: Math.min(USUAL[kind].fadeOutSeconds, seconds / 2) };
}

/** A piece of the other kind: what is still as it was when the piece was new becomes usual for that kind. */
export function asKind(piece: MovieAudio, kind: MovieAudio['kind']): AudioPatch {
  const seconds = piece.outSeconds - piece.inSeconds;
  const [before, after] = [usualSound(piece.kind, seconds), usualSound(kind, seconds)];
  return {
    kind,
    ...(piece.gainDb === before.gainDb && { gainDb: after.gainDb }),
    ...(piece.duckDb === before.duckDb && { duckDb: after.duckDb }),
    ...(piece.fadeOutSeconds === before.fadeOutSeconds && { fadeOutSeconds: after.fadeOutSeconds }),
  };
}
