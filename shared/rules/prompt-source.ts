/** Whether a clip still shows what its scene's words say. */
import type { CharacterReference } from '../entities/character-reference.ts';
import type { Scene } from '../entities/scene.ts';
import { namesCharacter } from './compose-prompt.ts';

type Described = Pick<CharacterReference, 'name' | 'description'>;

/**
 * The words that a prompt is written from, as one text; its hash tells whether they have changed since. Of the characters
 * only those count whom the scene names: the others do not stand in its prompt.
 */
export function promptWords(
  { title, description, metadata }: Pick<Scene, 'title' | 'description' | 'metadata'>,
  characters: readonly Described[],
): string {
  const { cameraAngle, mood, lighting, movement } = metadata;
  const shot = [cameraAngle, mood, lighting, movement];
  const inScene = characters.filter(({ name }) => namesCharacter(`${title} ${description}`, name));
  return JSON.stringify([title, description, shot, inScene.map((one) => [one.name, one.description])]);
}

/**
 * Whether a scene or a character was edited since the scene's clip was made: its words are no longer those of its prompt,
 * or the prompt is no longer the clip's. @param sha256 of a text, in hex
 */
export function isEditedSinceClip(
  scene: Pick<Scene, 'title' | 'description' | 'metadata' | 'prompt' | 'promptWordsHash' | 'clipPromptHash'>,
  characters: readonly Described[],
  sha256: (text: string) => string,
): boolean {
  const { prompt, promptWordsHash, clipPromptHash } = scene;
  if (!clipPromptHash || !promptWordsHash) return false;
  return promptWordsHash !== sha256(promptWords(scene, characters)) || clipPromptHash !== sha256(prompt);
}
