/** What file a movie is to become. */
import { z } from 'zod';

export const exportTargetSchema = z.object({
  /** Even numbers of pixels. */
  width: z.number().int().positive().multipleOf(2),
  height: z.number().int().positive().multipleOf(2),
  format: z.enum(['mp4', 'webm']),
  /**
   * Whether an MP4 may keep the codec that all clips share, where nothing of them is changed. Left out for no: then it is
   * H.264.
   */
  keepsCodec: z.boolean().optional(),
  /** What the person chose, for the progress card: "1080p". */
  label: z.string(),
});
export type ExportTarget = z.infer<typeof exportTargetSchema>;
