/** Calls in which the AI answers at once: better words, fitting genres, pictures of characters. */
import { z } from 'zod';
import { genreIdSchema } from '../catalogue/genres.ts';
import { writtenText } from '../entities/written-text.ts';
import { limits } from '../limits.ts';

const description = writtenText().min(1).max(limits.descriptionLength);

export const improveDescriptionRequest = z.strictObject({ description });
export const improveDescriptionReply = z.object({ improvedDescription: z.string() });

/** A key that a browser kept for itself may stand in for the saved one. */
export const improveSceneRequest = z.strictObject({
  apiKey: z.string().trim().min(1).max(limits.apiKeyLength).optional(),
});

export const detectGenresRequest = z.strictObject({ description });
export const detectGenresReply = z.object({ genres: z.array(genreIdSchema) });

export const characterReferencesRequest = z.strictObject({
  maxCharacters: z.number().int().min(1).max(limits.charactersPerProject).default(limits.charactersPerProject),
  /** The characters that are there stay, and others join them until there are this many. */
  keep: z.boolean().default(false),
});
