/** The signed-in person as the API tells it. The API key itself never leaves the server: only its mask does. */
import { z } from 'zod';
import { idSchema } from './id.ts';

export const userSchema = z.object({
  id: idSchema,
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  /** null, the mask of the saved key, or `demo-studio`. */
  geminiApiKey: z.string().nullable(),
  /** Whether they look after this server; left out where they don't. */
  isOperator: z.boolean().optional(),
  /** Whether this server has no demo studio, so that none is offered; left out where it has one. */
  lacksDemoStudio: z.boolean().optional(),
});
export type User = z.infer<typeof userSchema>;

/** The reserved key that chooses the built-in demo studio in place of a provider. */
export const DEMO_STUDIO_KEY = 'demo-studio';
