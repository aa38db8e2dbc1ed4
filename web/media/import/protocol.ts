/** What the page and the worker that takes a file in say to each other: one request, then progress and one end. */
import { z } from 'zod';
import { ownFileKindSchema, ownFileSchema } from '#shared/entities/own-file.ts';

export const importRequestSchema = z.object({
  file: z.instanceof(File),
  /** Directories from the root of the origin private file system. */
  unfinished: z.string(),
  finished: z.string(),
  /** Of the file while it is being written. */
  temporaryName: z.string(),
  at: z.number(),
  /** What is wanted; a file of another kind is unusable here. */
  kinds: z.array(ownFileKindSchema),
});
export type ImportRequest = z.infer<typeof importRequestSchema>;

export const importReplySchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), bytes: z.number() }),
  /** `note`: what of the file is not used here. */
  z.object({ type: z.literal('done'), file: ownFileSchema, note: z.string().nullable() }),
  /** The sentence names the file and the limit. */
  z.object({ type: z.literal('unusable'), sentence: z.string() }),
  z.object({ type: z.literal('failed'), detail: z.string() }),
]);
export type ImportReply = z.infer<typeof importReplySchema>;
