/**
 * What the text model is told when it describes the people of a movie.
 *
 * Why the rules are as they are:
 * - Looks alone, and all of them: the same sentence stands in every prompt and under the portrait, and what it leaves open
 *   is invented anew each time. An action or a place in it would be in every scene.
 * - Forty words: the prompt of a scene has room for several people beside what happens.
 * - The scenes' own names: by them it is found who is in which scene.
 * - Nobody who exists or is known: image and video models refuse them.
 */
import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import type { CharactersRequest } from '../port.ts';
import { asMaterial, IDEA_IS_DATA, ideaText } from './idea-text.ts';

export const describedCharactersSchema = z.object({
  characters: z.array(
    z.object({
      name: z.string().describe('As the scenes call them: one to three words.'),
      description: z
        .string()
        .describe('How they look: age, face, hair, clothes, one mark. At most 40 words, no action, no background.'),
    }),
  ),
});

export const describeCharactersInstruction = `You are a casting director who fixes how the people of a movie look, so that every scene shows the same ones.

${IDEA_IS_DATA}

Choose the people (or animals, or machines that act) who matter most, the most important first, and at most as many as are asked for.
- Call each as the scenes call them, so that the name is found in their text.
- Describe what a portrait shows and what stays the same in every scene; no action, no mood, no place.
- Where the idea leaves something open, decide it.
- No real persons, nobody who is known from films, books or games.

Answer with JSON of the given schema and nothing else.`;

/** The user's side of the conversation. */
export function describeCharactersQuestion(request: CharactersRequest): string {
  const scenes = request.scenes.map(({ title, description }, index) => `${index + 1}. ${title}: ${description}`);
  return [
    ideaText(request),
    ...(scenes.length === 0 ? [] : ['Scenes:', ...asMaterial('idea', scenes)]),
    ...(request.known.length === 0
      ? []
      : [
          'Described already, so choose others, and none if nobody else matters:',
          ...asMaterial(
            'idea',
            request.known.map(({ name }) => name),
          ),
        ]),
    `At most this many characters: ${request.atMost}.`,
  ].join('\n');
}

/** What is wrong with an answer of the right form, as a sentence for the model; null when nothing is. */
export function describedCharactersProblem(
  { characters }: z.infer<typeof describedCharactersSchema>,
  { atMost, known }: Pick<CharactersRequest, 'atMost' | 'known'>,
): string | null {
  if (characters.length === 0 && known.length === 0) return 'There must be at least one character.';
  if (characters.length > atMost) return `There must be at most ${atMost} characters, not ${characters.length}.`;
  const names = [...known, ...characters].map(({ name }) => name.trim().toLowerCase());
  if (new Set(names).size < names.length) return 'Every character needs a name of their own.';
  const bad = characters.find(
    ({ name, description }) => name.trim() === '' || name.length > limits.nameLength || description.trim() === '',
  );
  if (bad !== undefined) return `Names have 1 to ${limits.nameLength} characters, and descriptions are not empty.`;
  return characters.some(({ description }) => description.length > limits.characterDescriptionLength)
    ? `A description is longer than ${limits.characterDescriptionLength} characters.`
    : null;
}
