/** The body of every reply that is not OK. */
import { z } from 'zod';
import { errorCodes } from '../errors.ts';

export const errorBodySchema = z.object({
  /** A sentence for the person. */
  message: z.string(),
  code: z.enum(errorCodes),
  requestId: z.string(),
  /** The row as it stands (409 `version_conflict`). */
  current: z.unknown().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
