/** What the dialog shows of an export before it starts. */
import { z } from 'zod';
import { plannedStretchSchema } from '#shared/export-plan/planned-stretch.ts';
import { audioReasons } from '#shared/export-plan/reasons.ts';
import { leftOutSoundSchema, reducedColorSchema } from '#shared/export-plan/told-losses.ts';
import { failureFactsSchema, mediaFailureCodes } from '#media/failures.ts';

/** What an export would do, before it does it. */
export const planSummarySchema = z.object({
  sceneCount: z.number().int(),
  /** Scenes of which every picture is copied. */
  copiedScenes: z.number().int(),
  stretches: z.array(plannedStretchSchema),
  encodedSeconds: z.number(),
  /** The codec other than H.264 in which an MP4 keeps its clips' pictures; null where it does not. */
  keptCodec: z.enum(['HEVC', 'AV1', 'VP9']).nullable(),
  sound: z.object({
    copiedSeconds: z.number(),
    encodedSeconds: z.number(),
    /** Why it is encoded. */
    reasons: z.array(z.enum(audioReasons)),
    /** What is heard of nothing while other scenes have sound, and why. */
    silentSeconds: z.number(),
    silentReasons: z.array(z.enum(audioReasons)),
  }),
  /** Scenes that would be silent, because this browser can't decode their sound. */
  leftOutSound: z.array(leftOutSoundSchema),
  reducedColor: z.array(reducedColorSchema),
  /** Copied bytes are known, encoded ones estimated. */
  sizeBytes: z.number(),
  /** What of it would have to be written to this device beside the movie. */
  workBytes: z.number(),
  /** On this machine, from a short trial. */
  seconds: z.number(),
  /** Whether clips carry signed credentials of their maker, which no joined file can keep. */
  losesCredentials: z.boolean(),
});
export type PlanSummary = z.infer<typeof planSummarySchema>;

/** Whether this browser can write a movie. */
export const capabilitySchema = z.discriminatedUnion('can', [
  /** With what it would do; null while clips are not on this device. */
  z.object({ can: z.literal(true), summary: planSummarySchema.nullable() }),
  z.object({ can: z.literal(false), code: z.enum(mediaFailureCodes), facts: failureFactsSchema }),
]);
export type Capability = z.infer<typeof capabilitySchema>;
