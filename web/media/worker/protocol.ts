/**
 * What page and media worker say to each other. Every message carries the id of the call it belongs to; a call ends with
 * exactly one `ok`, `failed` or `cancelled`. Both sides parse what arrives.
 */
import { z } from 'zod';
import { exportTargetSchema } from '#shared/export-plan/export-target.ts';
import { moviePlanSchema } from '#shared/movie/plan-schema.ts';
import { soundShapeSchema } from '#shared/sound/sound-shape.ts';
import { exportInputSchema } from '../export/export-input.ts';
import { exportResultSchema } from '../export/export-result.ts';
import { capabilitySchema } from '../export/plan/plan-summary.ts';
import { exportProgressSchema } from '../export/progress.ts';
import { failureFactsSchema, mediaFailureCodes } from '../failures.ts';
import { mediaLocationSchema } from '../probe/locate.ts';

/** What asking for a picture of a clip needs. */
const pictureFields = {
  source: mediaLocationSchema,
  /** Pixels; a smaller clip is not enlarged. */
  maxWidth: z.number().int().positive(),
  mimeType: z.enum(['image/webp', 'image/jpeg']),
};

export const requestSchema = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('export'), input: exportInputSchema }),
  /** Frame numbers of the clip; each comes as a `picture` in rising order before the `ok`. */
  z.object({ id: z.string(), type: z.literal('pictures'), frames: z.array(z.number().int().min(0)), ...pictureFields }),
  /** Of a clip, from its first picture on, or of a file that has sound alone. */
  z.object({ id: z.string(), type: z.literal('sound-shape'), source: mediaLocationSchema, isSound: z.boolean() }),
  /** Of a sound shape. */
  z.object({ id: z.string(), type: z.literal('beats'), peaks: z.instanceof(Uint8Array) }),
  /** Makes a clip's scrub copy and keeps it under the clip's hash. */
  z.object({ id: z.string(), type: z.literal('scrub-copy'), sha256: z.string().min(1), source: mediaLocationSchema }),
  z.object({
    id: z.string(),
    type: z.literal('capability'),
    plan: moviePlanSchema,
    target: exportTargetSchema,
    sources: z.record(z.string(), mediaLocationSchema),
  }),
  /** Ends the call of the same id. */
  z.object({ id: z.string(), type: z.literal('cancel') }),
]);
export type Request = z.infer<typeof requestSchema>;

export const resultSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('export'), result: exportResultSchema }),
  z.object({ of: z.literal('pictures') }),
  /** Null for a clip without sound. */
  z.object({ of: z.literal('sound-shape'), shape: soundShapeSchema.nullable() }),
  /** Seconds, rising. */
  z.object({ of: z.literal('beats'), beats: z.array(z.number()) }),
  /** Whether it is there now. */
  z.object({ of: z.literal('scrub-copy'), isKept: z.boolean() }),
  z.object({ of: z.literal('capability'), capability: capabilitySchema }),
]);
export type Result = z.infer<typeof resultSchema>;

export const replySchema = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('progress'), progress: exportProgressSchema }),
  z.object({ id: z.string(), type: z.literal('picture'), frame: z.number().int(), blob: z.instanceof(Blob) }),
  z.object({ id: z.string(), type: z.literal('ok'), result: resultSchema }),
  z.object({ id: z.string(), type: z.literal('failed'), code: z.enum(mediaFailureCodes), facts: failureFactsSchema }),
  z.object({ id: z.string(), type: z.literal('cancelled') }),
]);
export type Reply = z.infer<typeof replySchema>;
