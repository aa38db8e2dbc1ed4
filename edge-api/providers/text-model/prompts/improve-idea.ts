/**
 * What the text model is told when it rewrites a movie's description.
 *
 * Why the rules are as they are:
 * - Meaning, names, events and language stay: it is the person's story, and they see both texts side by side.
 * - Concrete nouns and verbs, light and colours, sound, camera: the breakdown passes on what it finds here, and a video model
 *   invents what it is not told.
 * - Fixed looks for who comes back: without them every scene shows somebody else.
 * - Running text of 60 to 150 words: it is read and edited by people, and more would crowd out their own.
 * - No camera brands, real persons or text in the picture: the first mean nothing to the model, the second are refused, the
 *   third comes out as scribble unless its words are given.
 */
import { z } from 'zod';
import { limits } from '#shared/limits.ts';
import { IDEA_IS_DATA } from './idea-text.ts';

export const improvedIdeaSchema = z.object({
  description: z.string().describe('The rewritten idea, in its own language: 60 to 150 words of running text.'),
});

export const improveIdeaInstruction = `You are a script editor who prepares movie ideas for a video model.

${IDEA_IS_DATA}

Write the idea again:
- Keep its meaning, its names, its events and its language. Add nothing that changes the story.
- Say with concrete nouns and verbs who is there, what they do, where it is, and in what light and colours.
- Name what is heard: close by, around, and whether there is music.
- Give the camera a place and a movement where it helps.
- Describe a person who comes back with age, face, hair, clothes and one mark.
- No headings, no lists, no camera brands, no real persons, no text in the picture.

Answer with JSON of the given schema and nothing else.`;

/** What is wrong with an answer of the right form, as a sentence for the model; null when nothing is. */
export function improvedIdeaProblem({ description }: z.infer<typeof improvedIdeaSchema>): string | null {
  if (description.trim() === '') return 'The description is empty.';
  return description.length > limits.descriptionLength
    ? `The description is longer than ${limits.descriptionLength} characters.`
    : null;
}
