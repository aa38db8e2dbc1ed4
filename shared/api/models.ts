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

/** What a second of video costs by the price list, by size, in USD; zeros in the demo studio. */
const usdPerSecond = z.object({ '720p': z.number(), '1080p': z.number() });

/** `usdPerSecond` is null where the key can't reach the model. */
export const modelsReply = z.array(modelReachSchema.extend({ usdPerSecond: usdPerSecond.nullable() }));
export type ModelOffer = z.infer<typeof modelsReply>[number];
