/** What a story arc of the demo studio is made of. */
import type { Mood } from '#shared/catalogue/shot-words.ts';

/**
 * What happens in one scene, wherever it is seen. `{hero}`, `{place}`, and `{thing}` are the person's nouns; `walk(s)`,
 * `carr(ies|y)`, and `(is|are)` follow the number of the hero.
 */
export type Beat = readonly [title: string, line: string, mood: Mood];

export type Nouns = { hero: string; place: string; thing: string };

export type Arc = {
  id: string;
  /** Arcs of one tone lend each other the middle of their stories when a movie is long. */
  tone: 'light' | 'dark';
  /** Words of ideas that it suits, in the singular; an asterisk stands for any ending. */
  words: readonly string[];
  /** Labels of genres that it suits when no word decides. */
  genres: readonly string[];
  /** Stand in for nouns that the idea lacks. */
  nouns: Nouns;
  /** What a bare idea needs to become a story: the situation, what stands in the way, and how it ends. */
  premise: readonly [string, string, string];
  opening: readonly [Beat, Beat];
  /** Episodes in order. Each is understood without the others. */
  middle: readonly Beat[];
  ending: readonly [Beat, Beat];
};
