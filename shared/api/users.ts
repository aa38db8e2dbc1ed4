/** Calls about the signed-in person and their API key. */
import { z } from 'zod';
import { writtenText } from '../entities/written-text.ts';
import { limits } from '../limits.ts';
import { requestWords } from './words.ts';

export const apiKeyRequest = z.strictObject({
  apiKey: z.string().trim().min(1).max(limits.apiKeyLength),
});
export const validateApiKeyReply = z.object({ valid: z.boolean(), error: z.string().optional() });
export const saveApiKeyReply = z.object({ success: z.boolean(), message: z.string() });

/** What a person types to show that they mean it. */
export const DELETE_WORD = 'delete';

export const deleteAccountRequest = z.strictObject({ confirm: z.enum([DELETE_WORD]) });

/** The form of local sign-in. */
export const localSignInForm = z.object({
  email: writtenText()
    .toLowerCase()
    .max(limits.emailLength)
    .regex(/^[^\s@]+@[^\s@]+$/, requestWords.email),
  firstName: writtenText().max(limits.nameLength).default(''),
  lastName: writtenText().max(limits.nameLength).default(''),
});

/** What a person has on the server, and may have. */
export const storageReply = z.object({
  bytes: z.number().int(),
  bytesLimit: z.number().int(),
  projects: z.number().int(),
  projectsLimit: z.number().int(),
  scenes: z.number().int(),
  scenesLimit: z.number().int(),
});
