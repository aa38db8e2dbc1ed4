/** How the demo studio improves a text: it keeps what is there, and adds what makes a story of an idea or a moment of a scene. */
import { limits } from '#shared/limits.ts';
import { composePrompt } from '#shared/rules/compose-prompt.ts';
import type { IdeaRequest, SceneRequest, SceneWords } from '../port.ts';
import { chooseStory, isImproved, type Story } from './choose-story.ts';
import { hits, languageOf } from './idea-text.ts';
import { momentOfMood, translated } from './improve-words.ts';
import type { DemoPicture } from './picture.ts';
import { pictures } from './picture-words.ts';
import { told } from './template.ts';
import { endWithStop, moodOf, shortened } from './text-parts.ts';

/** The idea with its situation, what stands in the way, and how it ends. */
export function improveIdeaByRules(request: IdeaRequest): string {
  const { description } = request;
  const story = chooseStory(request);
  if (story.language !== 'en') return withSentences(description, translated[story.language]?.idea ?? []);
  return withSentences(description, isImproved(story.arc, description) ? [] : premiseOf(story));
}

/** The premise. What the idea doesn't speak of is introduced: "a letter", then "the letter". */
function premiseOf({ arc, cast, own }: Story): string[] {
  const joined = arc.premise.join('\n');
  const introduced = (['hero', 'thing'] as const)
    .filter((name) => !own.includes(name))
    .reduce((text, name) => text.replace(`{${name}}`, withArticle(cast[name])), joined);
  return introduced.split('\n').map((line) => told(line, cast));
}

/** "the old key" → "an old key" */
function withArticle(noun: string): string {
  const bare = noun.replace(/^the /, '');
  return `${/^[aeiou]/i.test(bare) ? 'an' : 'a'} ${bare}`;
}

/** Adds what one notices at a second look, and a moment that suits the mood. */
export function improveSceneByRules(scene: SceneRequest): SceneWords {
  const { title, description, metadata } = scene;
  const isEnglish = languageOf(`${title} ${description}`) === 'en';
  const additions = isEnglish ? englishMoments(scene) : [translated[languageOf(description)]?.scene ?? ''];
  const improved = withSentences(description, additions.filter(Boolean));
  const prompt = composePrompt({ title, description: improved, metadata }, scene.characters);
  return { description: improved, prompt: shortened(prompt, limits.promptLength) };
}

function englishMoments({ title, description, metadata, genreLabels }: SceneRequest): string[] {
  const picture = pictureOf(`${title} ${description}`);
  const mood = metadata.mood ?? moodOf(`${title} ${description} ${genreLabels.join(' ')}`, 0);
  const hasDetail = picture?.details.some((detail) => description.includes(detail)) ?? true;
  const detail = hasDetail ? undefined : picture?.details[description.length % 3];
  return [...(detail === undefined ? [] : [detail]), momentOfMood[mood]];
}

/** The place that a scene is at, when its words say so. */
function pictureOf(text: string): DemoPicture | null {
  const quoted = pictures.find(({ seen }) => seen.some(([line]) => text.includes(line)));
  if (quoted) return quoted;
  const [best] = pictures
    .map((picture) => ({ picture, score: hits(text, picture.words) }))
    .toSorted((a, b) => b.score - a.score);
  return best !== undefined && best.score > 0 ? best.picture : null;
}

/** Behind a full-width stop there is no space. */
function joined(text: string, sentence: string): string {
  return /[。！？]$/u.test(text) ? text + sentence : `${text} ${sentence}`;
}

/** The text with every sentence that it lacks and that still fits. */
function withSentences(text: string, sentences: readonly string[]): string {
  return sentences
    .filter((sentence) => !text.includes(sentence))
    .reduce(
      (longer, sentence) =>
        longer.length + sentence.length + 2 > limits.descriptionLength ? longer : joined(endWithStop(longer), sentence),
      text.trim(),
    );
}
