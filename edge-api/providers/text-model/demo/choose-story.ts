/** Which of the twelve stories suits an idea, with the nouns that it is told with. */
import { arcs } from './arcs/all-arcs.ts';
import type { Arc, Nouns } from './arcs/arc.ts';
import { findNouns } from './find-nouns.ts';
import { firstHit, hits, languageOf, storyOf, type IdeaLanguage } from './idea-text.ts';
import { letterSum } from './letter-sum.ts';
import type { Cast } from './template.ts';

/** Whether an idea was improved with an arc: it stays the same story, whatever the new sentences are about. */
export function isImproved({ premise }: Arc, description: string): boolean {
  return premise.some((line) => description.includes(longestStretch(line)));
}

/** The longest stretch of a line without nouns or verbs that change. */
function longestStretch(line: string): string {
  return line.split(/\{\w+\}|\w*\([^)]*\)/).toSorted((a, b) => b.length - a.length)[0] ?? line;
}

type Idea = { title: string | null; description: string; genreLabels: readonly string[] };

export type Story = {
  arc: Arc;
  cast: Cast;
  language: IdeaLanguage;
  /** The title and those sentences of the idea that are not about style. */
  text: string;
  /** Which nouns are the person's own. */
  own: readonly (keyof Nouns)[];
};

/** The same idea always becomes the same story. An idea in another language lends it no nouns. */
export function chooseStory({ title, description, genreLabels }: Idea): Story {
  const story = storyOf(description);
  const language = languageOf(description);
  const text = language === 'en' ? `${title ?? ''}. ${story}` : '';
  const improved = arcs.find((one) => isImproved(one, description));
  const arc = improved ?? chooseArc(text, genreLabels, `${title ?? ''} ${description}`);
  const { isPlural, ...found } = language === 'en' ? nounsOf(title, story) : { isPlural: false };
  const own = (['hero', 'place', 'thing'] as const).filter((name) => name in found);
  return { arc, cast: { ...arc.nouns, ...found, isPlural }, language, text, own };
}

function nounsOf(title: string | null, story: string): ReturnType<typeof findNouns> {
  const ofTitle = findNouns(title ?? '');
  const ofStory = findNouns(story);
  const hero = ofStory.hero === undefined ? ofTitle : ofStory;
  return { ...ofTitle, ...ofStory, isPlural: hero.isPlural };
}

function chooseArc(text: string, genreLabels: readonly string[], seed: string): Arc {
  const ranked = arcs
    .map((arc) => ({
      arc,
      score: 3 * hits(text, arc.words) + genreLabels.filter((label) => arc.genres.includes(label)).length,
    }))
    .toSorted((a, b) => b.score - a.score);
  const best = ranked.filter(({ score }) => score === ranked[0]?.score).map(({ arc }) => arc);
  const [first] = best.map((arc) => ({ arc, at: firstHit(text, arc.words) })).toSorted((a, b) => a.at - b.at);
  // Where nothing at all decides, ideas share the stories out.
  const chosen = first !== undefined && first.at < Infinity ? first.arc : best[letterSum(seed) % best.length];
  if (!chosen) throw new Error('The demo studio has no stories.');
  return chosen;
}
