/** How the demo studio finds the genres of an idea: by the catalogue's own search words. */
import { genres, type GenreId } from '#shared/catalogue/genres.ts';
import { SUGGESTED_GENRES } from '../prompts/detect-genres.ts';

/** What fits an idea in which no word of the catalogue is found. */
const FALLBACK: GenreId = 'drama';

/** The genres of which most words are found, the best first; in the catalogue's order where they are even. */
export function genresByRules(description: string): GenreId[] {
  const found = genres
    .map(({ id, label, keywords }) => ({
      id,
      hits: [label, ...keywords].filter((word) => mentions(description, word)).length,
    }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits)
    .slice(0, SUGGESTED_GENRES);
  return found.length === 0 ? [FALLBACK] : found.map(({ id }) => id);
}

/** Whether a text has a word, also in its plural. */
function mentions(text: string, word: string): boolean {
  return new RegExp(`\\b${word.replace(/[^\w\s]/g, '\\$&')}(s|es)?\\b`, 'i').test(text);
}
