/** What a stored clip says about itself. Lengths come from its sample tables. */
import { z } from 'zod';

export const mediaFactsSchema = z.object({
  video: z.object({
    /** As WebCodecs names it, e.g. `avc1.64001f`. */
    codec: z.string(),
    /** Pixels on screen: pixel aspect applied, and upright. */
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    /** Frames per second as a ratio in lowest terms; the mean where it varies. */
    fps: z.object({ num: z.number().int().positive(), den: z.number().int().positive() }),
    frameCount: z.number().int().positive(),
    /** From the first frame that is shown to the end of the last. */
    durationSeconds: z.number().positive(),
  }),
  audio: z.object({ codec: z.string(), sampleRate: z.number(), channels: z.number().int() }).nullable(),
});
export type MediaFacts = z.infer<typeof mediaFactsSchema>;
