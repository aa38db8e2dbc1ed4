/** Cuts a piece of music or a voice-over in parts that sound like the whole. Pure. */
import type { MovieAudio } from '../entities/movie-audio.ts';
import { limits } from '../limits.ts';
import { endTakes, trimTakes } from './audio-takes.ts';

export type SplitPlace = {
  /** Seconds of the movie. */
  at: number;
  /** For the parts behind the first: one for a piece that plays once, up to two for a looped one. */
  ids: readonly string[];
  /** As `audioSpan` has them. */
  passSeconds: number;
  endSeconds: number;
};

/** The parts in their order, the first with the piece's own id; null where a part would be too short to be one. */
export function splitPiece(piece: MovieAudio, { at, ids, passSeconds, endSeconds }: SplitPlace): MovieAudio[] | null {
  const before = at - piece.startSeconds;
  if (before < limits.audioMinSeconds || endSeconds - at < limits.audioMinSeconds) return null;
  const [second, third] = ids;
  if (second === undefined) return null;
  const first = { ...piece, fadeOutSeconds: 0 };
  const behind = { ...piece, id: second, startSeconds: at, fadeInSeconds: 0 };
  if (!piece.loop) {
    const cut = piece.inSeconds + before;
    const end = piece.lengthSeconds === null ? piece.outSeconds : piece.inSeconds + piece.lengthSeconds;
    return [
      {
        ...first,
        outSeconds: cut,
        lengthSeconds: null,
        takes: endTakes(piece, endSeconds - piece.startSeconds, before),
      },
      {
        ...{ ...behind, inSeconds: cut, outSeconds: Math.min(end, piece.outSeconds), lengthSeconds: null },
        takes: trimTakes(piece, before),
      },
    ];
  }
  const phase = before % passSeconds;
  const rest = passSeconds - phase;
  // Next to where two passes meet, the cut is there.
  const shift = phase < limits.audioMinSeconds ? -phase : rest < limits.audioMinSeconds ? rest : null;
  if (shift !== null) return cutLoop(first, behind, before + shift);
  // The rest of a pass that is cut plays once; whole passes follow it.
  const left = piece.lengthSeconds === null ? null : piece.lengthSeconds - before;
  const head = { ...first, lengthSeconds: before };
  const cut = piece.inSeconds + phase;
  const takes = endTakes({ takes: trimTakes(piece, phase) }, rest, Math.min(rest, endSeconds - at));
  const once = { ...behind, loop: false, inSeconds: cut, outSeconds: cut + rest, lengthSeconds: null, takes };
  if (endSeconds - at - rest < limits.audioMinSeconds)
    return [head, { ...once, outSeconds: cut + Math.min(rest, endSeconds - at) }];
  if (third === undefined) return null;
  return [
    head,
    { ...once, fadeOutSeconds: 0 },
    {
      ...behind,
      id: third,
      startSeconds: at + rest,
      lengthSeconds: left === null ? null : Math.max(limits.audioMinSeconds, left - rest),
    },
  ];
}

/** Where a pass begins. */
function cutLoop(first: MovieAudio, behind: MovieAudio, before: number): MovieAudio[] | null {
  const left = behind.lengthSeconds === null ? null : behind.lengthSeconds - before;
  if (before < limits.audioMinSeconds || (left !== null && left < limits.audioMinSeconds)) return null;
  return [
    { ...first, lengthSeconds: before },
    { ...behind, startSeconds: first.startSeconds + before, lengthSeconds: left },
  ];
}
