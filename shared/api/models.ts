/** `GET /api/models`: which rows of the catalogue the person's key can reach. */
import { z } from 'zod';
import { modelIdSchema } from '../catalogue/models.ts';

export const modelReachSchema = z.object({
  id: modelIdSchema,
  reachable: z.boolean(),
  /** Why not, as a sentence; null when it can be reached. */
  reason: z.string().nullable(),
});
export type ModelReach = z.infer<typeof modelReachSchema>;
export const modelsReply = z.array(modelReachSchema);
