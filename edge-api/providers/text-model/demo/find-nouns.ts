/** Finds whom, where, and what an English idea is about. */
import type { Nouns } from './arcs/arc.ts';
import { firstNames, heroNouns, irregularPlurals, namedPlaces, placeNouns, thingNouns } from './noun-words.ts';

/** An idea of so few words has no articles that could tell nouns from verbs. */
const FEW_WORDS = 6;
const MARK = String.raw`(?:a|an|the|his|her|their|its|my|our|your|this|that|these|those|one|two|three|four|five|six|seven|several|some|many|of|by|lonely|young|old)`;

type NounPattern = {
  bare: RegExp;
  /** Only behind an article or the like, or where a sentence begins. */
  marked: RegExp;
  isAlwaysOne: boolean;
};

function nounPattern(nouns: readonly string[], isAlwaysOne: boolean): NounPattern {
  const forms = [
    ...nouns,
    ...nouns.map(pluralOf),
    ...Object.keys(irregularPlurals).filter((form) => nouns.includes(irregularPlurals[form] ?? '')),
  ];
  const longestFirst = forms.toSorted((a, b) => b.length - a.length);
  const bare = String.raw`(?<![\p{L}-])(${longestFirst.join('|')})(?![\p{L}-])`;
  const lead = String.raw`(?:^|[.!?:]["”]? |(?<![\p{L}-])${MARK} )(?:[\p{L}’'-]+ ){0,2}?`;
  return { bare: new RegExp(bare, 'iu'), marked: new RegExp(lead + bare, 'iu'), isAlwaysOne };
}

const heroPattern = nounPattern(heroNouns, false);
const placePattern = nounPattern(placeNouns, true);
const thingPattern = nounPattern(thingNouns, true);

/** What an idea has of the nouns that a story needs. */
export type FoundNouns = Partial<Nouns> & { isPlural: boolean };

/** @param story without sentences of style */
export function findNouns(story: string): FoundNouns {
  // Whoever tells the story is nobody that it names.
  const hero = /\b(?:I|I’m|I'm|[Mm]y)\b/.test(story) ? null : findHero(story);
  const isShort = story.split(/\s+/).length <= FEW_WORDS;
  const place = findNamedPlace(story) ?? findNoun(story, placePattern, isShort)?.words;
  const thing = findNoun(story, thingPattern, isShort)?.words;
  return {
    ...(hero && { hero: hero.words }),
    ...(place !== undefined && { place }),
    ...(thing !== undefined && thing !== hero?.words && { thing }),
    isPlural: hero?.isPlural ?? false,
  };
}

type Found = { words: string; isPlural: boolean };

function findHero(story: string): Found | null {
  const name = findName(story);
  if (name !== null) return name;
  return findNoun(story, heroPattern, true);
}

const NAME = String.raw`\p{Lu}\p{Ll}+`;
const nameList = firstNames.join('|');
const KNOWN_NAME = new RegExp(
  String.raw`(?<!\p{L})(${nameList})(?:,? (and) (?:her |his |their )?(${nameList}))?(?!\p{L})`,
  'u',
);
const GIVEN_NAME = new RegExp(String.raw`\b(?:named|called) (${NAME})(?: and (${NAME}))?`, 'u');
/** "Kestrel, a retired pilot, …" */
const TITLED = new RegExp(
  String.raw`(?<!\p{L})((?:Detective|Captain|Professor|Doctor|Dr\.|Inspector|Sheriff|Queen|King|Prince|Princess|Grandpa|Grandma|Uncle|Aunt|Officer|Agent|Commander|Old) ${NAME})`,
  'u',
);
const INTRODUCED = new RegExp(String.raw`(?:^|[.!?] )(${NAME}), an? `, 'u');

function findName(story: string): Found | null {
  const known = KNOWN_NAME.exec(story);
  const given = GIVEN_NAME.exec(story);
  const isHeros = given !== null && heroPattern.bare.test(story.slice(Math.max(0, given.index - 40), given.index));
  const first =
    (isHeros ? given[1] : undefined) ?? INTRODUCED.exec(story)?.[1] ?? TITLED.exec(story)?.[1] ?? known?.[1];
  if (first === undefined) return null;
  const second = isHeros ? given[2] : known?.[1] === first ? known[3] : undefined;
  return second === undefined || second === first
    ? { words: first, isPlural: false }
    : { words: `${first} and ${second}`, isPlural: true };
}

const NAMED_PLACE = new RegExp(String.raw`(?<!\p{L})(?:${namedPlaces.join('|')})(?!\p{L})`, 'u');

function findNamedPlace(story: string): string | undefined {
  return NAMED_PLACE.exec(story)?.[0];
}

/** The first of some nouns in a text, with its article. A place or a thing is always one. */
function findNoun(story: string, { marked, bare, isAlwaysOne }: NounPattern, mayBeBare: boolean): Found | null {
  const match = marked.exec(story) ?? (mayBeBare ? bare.exec(story) : null);
  const word = match?.[1]?.toLowerCase();
  if (word === undefined) return null;
  const singular = singularOf(word);
  return { words: `the ${isAlwaysOne ? singular : word}`, isPlural: singular !== word };
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

function singularOf(word: string): string {
  const irregular = irregularPlurals[word];
  if (irregular !== undefined) return irregular;
  return [...heroNouns, ...placeNouns, ...thingNouns].find((noun) => pluralOf(noun) === word && noun !== word) ?? word;
}
