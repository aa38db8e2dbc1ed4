import { expect, test } from 'vitest';
import type { Scene } from '#shared/entities/scene.ts';
import { isEditedSinceClip, promptWords } from '#shared/rules/prompt-source.ts';
import { sceneRow } from '#tests/helpers/rows.ts';

const ines = { name: 'Ines', description: 'Tall, in a yellow coat.' };
/** Stands for a hash: as different as the texts are. */
const mark = (text: string): string => `mark of ${text}`;

function madeScene(): Scene {
  const scene = sceneRow(1, { title: 'The stairs', description: 'Ines climbs.', prompt: 'Ines climbs the stairs.' });
  return { ...scene, promptWordsHash: mark(promptWords(scene, [ines])), clipPromptHash: mark(scene.prompt) };
}

test('a clip is of today’s words until they change, and again when they are taken back', () => {
  const scene = madeScene();
  expect(isEditedSinceClip(scene, [ines], mark)).toBe(false);
  expect(isEditedSinceClip({ ...scene, title: 'The ladder' }, [ines], mark)).toBe(true);
  expect(isEditedSinceClip({ ...scene, description: 'Ines falls.' }, [ines], mark)).toBe(true);
  const eerie: Scene = { ...scene, metadata: { ...scene.metadata, mood: 'eerie' } };
  expect(isEditedSinceClip(eerie, [ines], mark)).toBe(true);
  expect(isEditedSinceClip({ ...scene, title: scene.title }, [ines], mark)).toBe(false);
});

test('a character’s new looks and a better prompt make the clip older than the words', () => {
  const scene = madeScene();
  expect(isEditedSinceClip(scene, [{ ...ines, description: 'Short, in blue.' }], mark)).toBe(true);
  expect(isEditedSinceClip({ ...scene, prompt: 'Ines, tall, climbs.' }, [ines], mark)).toBe(true);
});

test('a character who comes later makes only the clips of scenes with that name older', () => {
  const scene = madeScene();
  const keeper = { name: 'Tom', description: 'Old, with a lantern.' };
  expect(isEditedSinceClip(scene, [ines, keeper], mark)).toBe(false);
  const withTom: Scene = { ...scene, description: 'Ines climbs to Tom.' };
  const made = { ...withTom, promptWordsHash: mark(promptWords(withTom, [ines])) };
  expect(isEditedSinceClip(made, [ines], mark)).toBe(false);
  expect(isEditedSinceClip(made, [ines, keeper], mark)).toBe(true);
});

test('what touches no word does not', () => {
  const scene = { ...madeScene(), trimStart: 1, resolution: '1080p' as const, sceneNumber: 7 };
  expect(isEditedSinceClip(scene, [ines], mark)).toBe(false);
});

test('a scene without a clip has none that could be older', () => {
  expect(isEditedSinceClip({ ...madeScene(), clipPromptHash: null, title: 'New' }, [ines], mark)).toBe(false);
  expect(isEditedSinceClip({ ...madeScene(), promptWordsHash: null }, [ines], mark)).toBe(false);
});
