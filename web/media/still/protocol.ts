/** What the page and the worker that makes a clip of a picture or a title card say to each other. */
import { z } from 'zod';
import { stillSettingsSchema } from '#shared/movie/still-box.ts';

export const stillRequestSchema = z.object({
  /** Null for a title card, which is its background alone. */
  picture: z.instanceof(Blob).nullable(),
  /** As it is called in sentences. */
  name: z.string(),
  settings: stillSettingsSchema,
  /** Pixels, even; frames per second. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  fps: z.object({ num: z.number().int().positive(), den: z.number().int().positive() }),
  /** A clip of the movie, whose colors are told as this one's are; null where there is none here. */
  beside: z.instanceof(Blob).nullable(),
  /** Milliseconds since the epoch. */
  at: z.number(),
});
export type StillRequest = z.infer<typeof stillRequestSchema>;

export const stillReplySchema = z.discriminatedUnion('type', [
  /** `isAnimated`: the picture moves, and its first one was used. */
  z.object({ type: z.literal('done'), clip: z.instanceof(Blob), isAnimated: z.boolean() }),
  z.object({ type: z.literal('unusable'), sentence: z.string() }),
  z.object({ type: z.literal('failed'), detail: z.string() }),
]);
export type StillReply = z.infer<typeof stillReplySchema>;
