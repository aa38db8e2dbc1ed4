/** The receipt of an export: where its pictures and its sound come from. */
import { z } from 'zod';
import { plannedStretchSchema } from '#shared/export-plan/planned-stretch.ts';
import { leftOutSoundSchema, reducedColorSchema } from '#shared/export-plan/told-losses.ts';
import { verificationSchema } from './verification.ts';

/** What was done to make a file: kept with it, and handed out with it. */
export const receiptSchema = z.object({
  kind: z.literal('storyreel-export-receipt'),
  version: z.literal(1),
  /** ISO 8601. */
  madeAt: z.string(),
  title: z.string(),
  author: z.string().nullable(),
  madeWithAi: z.literal(true),
  file: z.object({
    sizeBytes: z.number().int(),
    sha256: z.string(),
    width: z.number().int(),
    height: z.number().int(),
    format: z.enum(['mp4', 'webm']),
    framesPerSecond: z.string(),
    frameCount: z.number().int(),
    seconds: z.number(),
  }),
  /** The encoders that were used; null where nothing was encoded. */
  encoders: z.object({
    video: z.object({ codec: z.string(), acceleration: z.string(), bitsPerSecond: z.number() }).nullable(),
    sound: z.string().nullable(),
    /** Who made the file: the browser as it names itself, or the server's ffmpeg with its version. */
    browser: z.string(),
  }),
  stretches: z.array(
    plannedStretchSchema.extend({
      sceneTitle: z.string(),
      clipSha256: z.string(),
      /** Encoded for an earlier export and used again. */
      isReused: z.boolean(),
      /** Pictures that were found not to decode: where they were copied, the clip is damaged. */
      damagedFrames: z.number().int(),
      /** Whether the clip itself carries signed credentials (C2PA), which joining leaves behind. */
      clipHasContentCredentials: z.boolean(),
    }),
  ),
  sound: z
    .object({
      copiedPackets: z.number(),
      encodedPackets: z.number(),
      silentPackets: z.number(),
      /** Scenes that have sound and are silent, because whoever made the file could not decode it. */
      leftOut: z.array(leftOutSoundSchema),
    })
    .nullable(),
  /** What is heard in the movie; null where nothing is. Receipts of earlier releases don't say. */
  mix: z
    .object({
      channels: z.number().int(),
      /** The loudness that every scene was brought to, in LUFS; null where scenes keep theirs. */
      levelledToLufs: z.number().nullable(),
      /** Names, each once, in the order in which they begin. */
      music: z.array(z.string()),
      voiceOvers: z.array(z.string()),
    })
    .nullable()
    .optional(),
  reducedColor: z.array(reducedColorSchema),
  checks: verificationSchema,
  /** What else there is to say, in sentences. */
  notes: z.array(z.string()),
});
export type Receipt = z.infer<typeof receiptSchema>;
