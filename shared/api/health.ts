/** Calls about the service itself. */
import { z } from 'zod';

/** Whether requests may be sent here. */
export const readyReply = z.object({
  ready: z.boolean(),
  database: z.enum(['ok', 'unreachable']),
  /** Whether generations are worked on. */
  jobs: z.enum(['running', 'stopped']),
});

export const healthReply = z.object({
  /** `degraded`: it reads, but can't save anything, or has no database. */
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  database: z.enum(['ok', 'unreachable']),
  ffmpeg: z.boolean(),
});
