/** The prompt of a scene, composed anew from its words when they changed after the breakdown. No AI call. */
import type { CharacterReference } from '../entities/character-reference.ts';
import type { Scene } from '../entities/scene.ts';
import { cameraAngles, moods } from '../catalogue/shot-words.ts';

type PromptWords = Pick<Scene, 'title' | 'description' | 'metadata'>;

/**
 * One continuous shot in plain sentences: what is seen, how it is filmed, who is in it. Characters are described in
 * the same fixed words in every scene, because that is what keeps their faces alike.
 */
export function composePrompt(
  scene: PromptWords,
  characters: readonly Pick<CharacterReference, 'name' | 'description'>[],
): string {
  const { cameraAngle, mood, lighting, movement } = scene.metadata;
  const angle = cameraAngles.find((row) => row.id === cameraAngle)?.label;
  const moodWord = moods.find((row) => row.id === mood)?.label.toLowerCase();
  const inScene = characters.filter((character) =>
    namesCharacter(`${scene.title} ${scene.description}`, character.name),
  );
  return [
    `${scene.title.trim().replace(/[.!?]+$/, '')}. ${endWithStop(scene.description.trim())}`,
    angle
      ? `Camera: ${angle.toLowerCase()}${movement ? `, ${movement}` : ''}.`
      : movement
        ? `Camera: ${movement}.`
        : '',
    lighting ? `Light: ${lighting}.` : '',
    moodWord ? `Mood: ${moodWord}.` : '',
    ...inScene.map((character) => `${character.name}: ${endWithStop(character.description.trim())}`),
    'Single continuous shot, no scene cuts.',
  ]
    .filter(Boolean)
    .join('\n');
}

/** Whether a text speaks of a character. */
export function namesCharacter(text: string, name: string): boolean {
  return name.trim() !== '' && text.toLowerCase().includes(name.trim().toLowerCase());
}

function endWithStop(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
