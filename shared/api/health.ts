/** Calls about the service itself. */
import { z } from 'zod';

export const healthReply = z.object({
  status: z.literal('ok'),
  version: z.string(),
  database: z.enum(['ok', 'unreachable']),
  ffmpeg: z.boolean(),
});

export const checkFfmpegReply = z.object({ available: z.boolean(), error: z.string().nullable() });
export type CheckFfmpegReply = z.infer<typeof checkFfmpegReply>;
