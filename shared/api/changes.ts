/** Several changes in one call: what was edited without a network would wait for as many round trips. */
import { z } from 'zod';
import { idSchema } from '../entities/id.ts';
import { limits } from '../limits.ts';

/** Edits of a project, its scenes, and its music. */
const EDIT =
  /^(PATCH \/api\/(projects|scenes)\/[0-9a-f-]{36}|DELETE \/api\/scenes\/[0-9a-f-]{36}|POST \/api\/projects\/[0-9a-f-]{36}\/(scenes|reorder-scenes)|POST \/api\/scenes\/[0-9a-f-]{36}\/(split|duplicate|restore))$/;
const version = z.int().min(0).nullable();

/** A call as it would be made alone. */
const plannedChange = z
  .strictObject({
    method: z.enum(['POST', 'PATCH', 'DELETE']),
    path: z.string(),
    /** JSON; null for none. */
    body: z
      .string()
      .max(limits.jsonBodyBytes / 2)
      .nullable(),
    /** The Idempotency-Key. */
    key: idSchema,
    /** The If-Match. */
    ifMatch: version,
    /** The version that the edit was made on. */
    madeOn: version,
  })
  .refine(({ method, path }) => EDIT.test(`${method} ${path}`), { path: ['path'] });

export const changesRequest = z.strictObject({
  /** In the order in which they are made. */
  changes: z.array(plannedChange).min(1).max(limits.changesInCall),
});
export type ChangesRequest = z.infer<typeof changesRequest>;

export const changesReply = z.object({
  /**
   * What each would have been answered alone. The first that isn't OK is the last, and so may be one that took long: those
   * after it weren't tried.
   */
  replies: z.array(
    z.object({
      status: z.int(),
      /** As text; empty for none. */
      body: z.string(),
      /** Seconds that the server asks to wait, null where it doesn't. */
      retryAfterSeconds: z.number().nullable(),
    }),
  ),
});
export type ChangesReply = z.infer<typeof changesReply>;
