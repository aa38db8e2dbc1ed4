/** Calls about the service itself. */
import { z } from 'zod';

export const healthReply = z.object({
  /** `degraded`: it reads, but can't save anything, or has no database. */
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'unreachable']),
  ffmpeg: z.boolean(),
});
