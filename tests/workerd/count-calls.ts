/** Calls that one invocation of the Worker made. */
import { z } from 'zod';

export const invocationSchema = z.object({
  what: z.string(),
  database: z.number(),
  /** Of files, the web app’s as well. */
  bucket: z.number(),
  queue: z.number(),
  provider: z.number(),
  /** What the provider was asked. */
  asked: z.array(z.string()),
});
export type Invocation = z.infer<typeof invocationSchema>;
