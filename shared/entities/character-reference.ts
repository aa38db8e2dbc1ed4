/** A recurring character: the same words and the same picture go into every scene's prompt. */
import { z } from 'zod';
import { idSchema } from './id.ts';
import { limits } from '../limits.ts';

export const characterReferenceSchema = z.object({
  id: idSchema,
  name: z.string().max(limits.nameLength),
  description: z.string().max(limits.descriptionLength),
  imageUrl: z.string().nullable(),
});
export type CharacterReference = z.infer<typeof characterReferenceSchema>;
