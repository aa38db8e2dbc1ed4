/** Where a person is signed in. */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';

export const ownSessionSchema = z.object({
  id: idSchema,
  /** The browser in which it was opened; null for one from before names were kept. */
  device: z.string().nullable(),
  createdAt: z.number(),
  /** When it was last used, at most an hour too early. */
  lastSeenAt: z.number(),
  /** Whether it is the one that asks. */
  isCurrent: z.boolean(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;

export const ownSessionsReply = z.array(ownSessionSchema);
