/** Says in one sentence what has changed of music and voice-overs, whoever changed it. Pure. */
import type { MovieAudio } from '#shared/entities/movie-audio.ts';
import { sameValue } from '#shared/rules/same-value.ts';
import { soundChangeWords as words } from './list-words.ts';

/** Null where nothing has. */
export function spokenSound(before: readonly MovieAudio[], after: readonly MovieAudio[]): string | null {
  const come = after.find(({ id }) => before.every((piece) => piece.id !== id));
  if (come) return words.added({ name: come.name, at: come.startSeconds });
  const gone = before.find(({ id }) => after.every((piece) => piece.id !== id));
  if (gone) return words.removed(gone);
  for (const piece of after) {
    const one = before.find(({ id }) => id === piece.id);
    if (one && !sameValue(one, piece)) return changed(one, piece);
  }
  return null;
}

function changed(one: MovieAudio, piece: MovieAudio): string {
  const { name } = piece;
  const isCut = one.inSeconds !== piece.inSeconds || one.outSeconds !== piece.outSeconds;
  if (isCut) return words.cut({ name, from: piece.inSeconds, to: piece.outSeconds });
  if (one.startSeconds !== piece.startSeconds) return words.moved({ name, at: piece.startSeconds });
  if (one.muted !== piece.muted) return words.muted({ name, isMuted: piece.muted });
  if (one.gainDb !== piece.gainDb) return words.volume({ name, db: piece.gainDb });
  if (one.loop !== piece.loop) return words.loops({ name, isLooped: piece.loop });
  if (one.duckDb !== piece.duckDb) return words.ducks({ name, db: piece.duckDb });
  if (one.fadeInSeconds !== piece.fadeInSeconds || one.fadeOutSeconds !== piece.fadeOutSeconds)
    return words.fades({ name, fadeIn: piece.fadeInSeconds, fadeOut: piece.fadeOutSeconds });
  return words.changed({ name });
}
