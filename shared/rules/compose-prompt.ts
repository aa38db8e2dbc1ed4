/** The prompt of a scene, composed anew from its words when they changed after the breakdown. No AI call. */
import type { CharacterReference } from '../entities/character-reference.ts';
import type { Scene } from '../entities/scene.ts';
import { cameraAngles, moods } from '../catalogue/shot-words.ts';

/** Without it a video model may invent several shots. */
export const ONE_SHOT = 'Single continuous shot, no scene cuts.';

type Described = Pick<CharacterReference, 'name' | 'description'>;
type PromptWords = Pick<Scene, 'title' | 'description' | 'metadata'>;

/**
 * One continuous shot in plain sentences: what is seen, how it is filmed, who is in it. Characters are described in
 * the same fixed words in every scene, because that is what keeps their faces alike.
 */
export function composePrompt(scene: PromptWords, characters: readonly Described[]): string {
  const { cameraAngle, mood, lighting, movement } = scene.metadata;
  const angle = cameraAngles.find((row) => row.id === cameraAngle)?.label;
  const moodWord = moods.find((row) => row.id === mood)?.label.toLowerCase();
  const inScene = characters.filter(({ name }) => namesCharacter(`${scene.title} ${scene.description}`, name));
  return [
    `${scene.title.trim().replace(/[.!?]+$/, '')}. ${endWithStop(scene.description.trim())}`,
    angle
      ? `Camera: ${angle.toLowerCase()}${movement ? `, ${movement}` : ''}.`
      : movement
        ? `Camera: ${movement}.`
        : '',
    lighting ? `Light: ${lighting}.` : '',
    moodWord ? `Mood: ${moodWord}.` : '',
    ...inScene.map(fixedWords),
    ONE_SHOT,
  ]
    .filter(Boolean)
    .join('\n');
}

/** A prompt that somebody else wrote, with the fixed words of every character whom the scene names and who lacks them. */
export function withFixedWords(
  prompt: string,
  scene: Pick<Scene, 'title' | 'description'>,
  characters: readonly Described[],
): string {
  const text = `${scene.title} ${scene.description} ${prompt}`;
  const missing = characters.filter(
    ({ name, description }) => namesCharacter(text, name) && !prompt.includes(description.trim()),
  );
  if (missing.length === 0) return prompt;
  const shot = prompt.endsWith(ONE_SHOT) ? prompt.slice(0, -ONE_SHOT.length).trim() : prompt;
  return [shot, ...missing.map(fixedWords), ...(shot === prompt ? [] : [ONE_SHOT])].join('\n');
}

function fixedWords({ name, description }: Described): string {
  return `${name.trim()}: ${endWithStop(description.trim())}`;
}

/** The prompt of an extension: the scene's own, and that the shot goes on. */
export function extensionPrompt(scenePrompt: string): string {
  return `The same shot goes on from where it stopped, in the same place, light and motion, to the end of its action.\n${scenePrompt}`;
}

/** Scripts that set no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Shorter names are taken only as they are: too many words begin like them. */
const SHORT_NAME = 4;

/** Whether a text speaks of a character: a word begins with the name, and ends with it or with what a language adds to names. */
export function namesCharacter(text: string, name: string): boolean {
  const wanted = name.trim();
  if (wanted === '') return false;
  const literal = wanted.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  if (UNSPACED.test(wanted)) return new RegExp(literal, 'iu').test(text);
  const end = wanted.length < SHORT_NAME ? String.raw`(?![\p{L}\p{N}])` : '';
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}${end}`, 'iu').test(text);
}

function endWithStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
