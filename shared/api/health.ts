/** Calls about the service itself. */
import { z } from 'zod';

export const healthReply = z.object({
  status: z.literal('ok'),
  version: z.string(),
  database: z.enum(['ok', 'unreachable']),
  ffmpeg: z.boolean(),
});
