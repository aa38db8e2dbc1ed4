/** Which picture each scene shows, and by which sentence. Pure. */
import { hits } from './idea-text.ts';
import { letterSum } from './letter-sum.ts';
import type { DemoPicture, Seen } from './picture.ts';
import { pictures } from './picture-words.ts';

export type Shown = { picture: DemoPicture; seen: Seen; light: string };

/** In a movie of more parts, every third scene would say too often what is seen at one place. */
const PARTS_WITH_FAVORITE = 2;

/** The pictures, the one that suits a story best first. Those that suit it equally stand in an order of the movie's own. */
export function rankPictures(text: string, seed: string): { ranked: DemoPicture[]; hasFavorite: boolean } {
  const scored = pictures
    .map((picture) => ({ picture, score: suitOf(picture, text), draw: letterSum(`${seed} ${picture.id}`) }))
    .toSorted((a, b) => b.score - a.score || a.draw - b.draw);
  return { ranked: scored.map(({ picture }) => picture), hasFavorite: (scored[0]?.score ?? 0) > 0 };
}

function suitOf({ words, isRemote }: DemoPicture, text: string): number {
  const found = hits(text, words);
  return found === 0 && isRemote ? -1 : found;
}

type Movie = { ranked: readonly DemoPicture[]; hasFavorite: boolean; partCount: number };

/**
 * The picture of the scene at `index` of the whole movie. One returns only after two others; the one that suits the story
 * best returns as soon as that allows, and ends the movie if it can.
 */
export function shownAt(movie: Movie, index: number, isLast: boolean): Shown {
  const places = Array.from({ length: index + 1 }, (_, place) => rankAt(movie, place));
  const isFavoriteNear = places.slice(-3, -1).includes(0);
  const rank = isLast && !isFavoriteNear ? 0 : (places[index] ?? 0);
  const uses = places.slice(0, index).filter((place) => place === rank).length;
  const picture = movie.ranked[rank];
  // Each place begins with another sentence, or all would begin with a wide shot.
  const seen = picture?.seen[(uses + rank) % picture.seen.length];
  if (!picture || !seen) throw new Error('The demo studio has too few pictures.');
  return { picture, seen, light: picture.light[uses % 2 === 0 ? 0 : 1] };
}

function rankAt({ ranked, hasFavorite, partCount }: Movie, index: number): number {
  if (!hasFavorite || partCount > PARTS_WITH_FAVORITE) return index % ranked.length;
  if (index % 3 === 0) return 0;
  const others = index - Math.floor(index / 3) - 1;
  return 1 + (others % (ranked.length - 1));
}
