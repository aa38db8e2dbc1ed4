/**
 * What the text model is told when it looks for the genres of an idea.
 *
 * Why the rules are as they are:
 * - A closed list, with what each genre is: the answer is shown as chips that the catalogue has, and labels alone overlap.
 * - The best first, and a second only where it is clear: whoever accepts them all gets a tone that fits.
 */
import { z } from 'zod';
import { genreIdSchema, genres } from '#shared/catalogue/genres.ts';
import { IDEA_IS_DATA } from './idea-text.ts';

/** More than these are no suggestion any more. */
export const SUGGESTED_GENRES = 3;

export const detectedGenresSchema = z.object({
  genres: z.array(genreIdSchema).describe('One to three genres that fit, the best first, none twice.'),
});

export const detectGenresInstruction = `You choose the genres of movie ideas from a closed list.

${IDEA_IS_DATA}

Choose one to three genres, the best first. Choose a second or third one only if the idea clearly belongs there too.

The list:
${genres.map(({ id, description }) => `- ${id}: ${description}`).join('\n')}

Answer with JSON of the given schema and nothing else.`;

/** What is wrong with an answer of the right form, as a sentence for the model; null when nothing is. */
export function detectedGenresProblem(answer: z.infer<typeof detectedGenresSchema>): string | null {
  return answer.genres.length === 0 ? 'There must be at least one genre.' : null;
}
