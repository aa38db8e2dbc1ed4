/** An export, on the server or in this browser. Both are told in the same words. */
import { z } from 'zod';
import { idSchema } from './id.ts';

export const exportResolutionSchema = z.enum(['source', '4k', '1080p', '720p', '480p']);
export type ExportResolution = z.infer<typeof exportResolutionSchema>;
export const exportFormatSchema = z.enum(['mp4', 'webm']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportJobSchema = z.object({
  id: idSchema,
  status: z.enum(['pending', 'processing', 'complete', 'failed']),
  /** Percent, 0 to 100. */
  progress: z.number().min(0).max(100),
  resolution: exportResolutionSchema,
  format: exportFormatSchema,
  createdAt: z.number(),
  errorMessage: z.string().nullable(),
});

/** What an export is at: reading and planning, encoding, writing the file, comparing it with the plan. */
export const exportPhaseSchema = z.enum(['preparing', 'encoding', 'joining', 'checking']);
