/** Fills the nouns of an idea into a line of a story. */
import type { Nouns } from './arcs/arc.ts';

export type Cast = Nouns & { isPlural: boolean };

/** The line with its nouns, its verbs in the hero's number, and capital letters where sentences begin. */
export function told(line: string, cast: Cast): string {
  return inNumber(withNouns(line, cast), cast.isPlural).replace(
    /(^|[.!?]”?\s+)(\p{Ll})/gu,
    (_, before: string, letter: string) => `${before}${letter.toUpperCase()}`,
  );
}

/** The title with its nouns in title case. */
export function titled(title: string, cast: Cast): string {
  const { hero, place, thing } = cast;
  return told(title, { ...cast, hero: titleCase(hero), place: titleCase(place), thing: titleCase(thing) });
}

function withNouns(line: string, { hero, place, thing }: Nouns): string {
  return line.replaceAll('{hero}', hero).replaceAll('{place}', place).replaceAll('{thing}', thing);
}

/** "walk(s)", "carr(ies|y)": what is in parentheses belongs to one, what follows the bar to several. */
function inNumber(line: string, isPlural: boolean): string {
  return line.replace(/\(([^()|]*)(?:\|([^()]*))?\)/g, (_, one: string, many: string = '') => (isPlural ? many : one));
}

const SMALL = new Set(['the', 'a', 'an', 'of', 'and', 'in', 'on', 'at', 'to', 'for']);

function titleCase(words: string): string {
  return words
    .split(' ')
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
    .join(' ');
}
