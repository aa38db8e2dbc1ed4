/** What a stored clip says about itself. Lengths come from its sample tables. */
import { z } from 'zod';

export const mediaFactsSchema = z.object({
  video: z.object({
    /** As WebCodecs names it, e.g. `avc1.64001f`. */
    codec: z.string(),
    width: z.number().int().positive(),
    height: z.number().int().positive(),
    /** Frames per second as a ratio in lowest terms. */
    fps: z.object({ num: z.number().int().positive(), den: z.number().int().positive() }),
    frameCount: z.number().int().positive(),
    /** Numbers of the key frames in decoding order, from 0. */
    keyFrames: z.array(z.number().int()),
    durationSeconds: z.number().positive(),
  }),
  audio: z.object({ codec: z.string(), sampleRate: z.number(), channels: z.number().int() }).nullable(),
});
export type MediaFacts = z.infer<typeof mediaFactsSchema>;
