/** Calls about one character of a project. Each answers the whole project. */
import { z } from 'zod';
import { idSchema, sha256Schema } from '../entities/id.ts';
import { writtenText } from '../entities/written-text.ts';
import { limits } from '../limits.ts';
import { requestWords } from './words.ts';

export const characterParam = z.object({ id: idSchema, characterId: idSchema });

const name = writtenText().trim().min(1).max(limits.nameLength);
const description = writtenText().trim().min(1).max(limits.characterDescriptionLength);

/** A picture of the person's own is a patch of its own. */
export const addCharacterRequest = z.strictObject({
  /** Made by the client. That of a deleted character brings it back with its picture, and with these words. */
  id: idSchema,
  name,
  description,
});
export type AddCharacterRequest = z.infer<typeof addCharacterRequest>;

export const patchCharacterRequest = z
  .strictObject({
    name: name.optional(),
    description: description.optional(),
    /** A picture of the person's own that shows the character from now on. */
    picture: sha256Schema.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, requestWords.nothingToChange);
export type PatchCharacterRequest = z.infer<typeof patchCharacterRequest>;
